from ..tool import WordedTool

DISTRACTORS: tuple[WordedTool, ...] = ()
