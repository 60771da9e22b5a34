"""A ledger looked at in a browser while others write to it: on this machine alone, and read-only.

    kept ── watching ─┐
      └──── answers ──┴─ pages ── app ── door ── serving

What the ledger holds now (`watching`) is read at every look; what a study says (`answers`) by the verb that reads
stored studies, in a thread of its own, and again only where something new was written about it. Nothing is computed
here.
"""
