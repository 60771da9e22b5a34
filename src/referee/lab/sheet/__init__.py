"""The sheet: how often the defaults of `compare` and `evaluate` are wrong, where the truth is known.

A cell (`cells`) says which samples are drawn (`samples`) and which learners are shown what of them (`learners`). A
repetition (`study`) is a whole study through the verbs themselves: the default design, the real fits, the real reading.
What came of it is a line in a file (`results`), so that a killed run goes on (`run`); `tally` counts, `page` tells.
"""
