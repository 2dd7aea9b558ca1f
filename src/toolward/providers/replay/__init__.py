"""`--model replay/NAME`: the outputs of a recorded run, played back through the real agent and server."""
