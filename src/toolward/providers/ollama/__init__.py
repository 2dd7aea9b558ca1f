"""Ollama's native API: requests, answers, errors, preflight and what the model really sees."""
