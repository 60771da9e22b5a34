"""The reader of prose: concepts in the words of nine languages, and rules that combine them over sentences.

`lexicon.txt` says which words stand for which concept, `rules.py` which concepts together are a fault; both are data,
and the one home of what is known of words. `marks` finds the concepts of a text, `reader` puts the rules to it;
`others` takes away what the text says of others.
"""
