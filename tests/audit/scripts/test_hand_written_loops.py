"""Loops that train a network by hand, over data sets of classes that are not in the file, or read a folder."""

import pytest

import referee

HEAD = """import copy
from pathlib import Path
import torch
import torch.nn as nn
from sklearn.metrics import f1_score
from torch.utils.data import DataLoader, Dataset, random_split
from torchvision.models import resnet18
from clips import Clips

class Scans(Dataset):
    def __init__(self, folder, size=64):
        self.files, self.size = sorted(Path(folder).glob("*.pt")), size
    def __len__(self):
        return len(self.files)
    def __getitem__(self, i):
        return torch.load(self.files[i])

net = resnet18(num_classes=10)
opt, crit = torch.optim.Adam(net.parameters()), nn.CrossEntropyLoss()

def evaluate(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(dim=1) == y).sum().item()
            total += y.size(0)
    return right / total

def macro_f1(loader):
    said, truth = [], []
    for batch in loader:
        said.extend(net(batch["x"]).argmax(-1).tolist())
        truth.extend(batch["y"].tolist())
    return f1_score(truth, said, average="macro")

def learn(loader):
    for x, y in loader:
        opt.zero_grad()
        crit(net(x), y).backward()
        opt.step()
"""
FOLDERS = """
tr, va, te = DataLoader({kind}("a/train"), 32), DataLoader({kind}("a/val"), 32), DataLoader({kind}("a/test"), 32)
"""
SPLIT = """
rest, b = random_split(Clips("a"), [900, 100], generator=torch.Generator().manual_seed(1))
a, c = random_split(rest, [800, 100], generator=torch.Generator().manual_seed(2))
tr, va, te = DataLoader(a, 32), DataLoader(c, 32), DataLoader(b, 32)
"""
LOOP = """
best, wait = 0.0, 0
for epoch in range(30):
    learn(tr)
    score = {score}
    if score > best:
        best, wait = score, 0
        {keep}
    else:
        wait += 1
    if wait > 5:
        break
{end}
"""
MAX = """
scores = []
for epoch in range(30):
    learn(tr)
    scores.append(evaluate(net, {on}))
print({told})
"""
SAVED = {"score": "evaluate(net, te)", "keep": 'torch.save(net.state_dict(), "best.pt")',
         "end": 'net.load_state_dict(torch.load("best.pt"))\nprint(evaluate(net, te))'}
COPIED = {"score": "evaluate(net, te)", "keep": "state = copy.deepcopy(net.state_dict())", "end": "print(best)"}
WHOLE = {"score": "macro_f1(te)", "keep": 'torch.save(net, "best.pt")',
         "end": 'net = torch.load("best.pt")\nprint("F1", macro_f1(te))'}
BY_VALIDATION = {**SAVED, "score": "evaluate(net, va)"}
KEPT_BESIDE = {"score": "evaluate(net, va)", "keep": "kept = evaluate(net, te)", "end": "print(kept)"}
ONLY_TRAINS = {"score": "evaluate(net, va)", "keep": 'torch.save(net.state_dict(), "best.pt")', "end": "print(best)"}


def told(tmp_path, code):
    path = tmp_path / "train.py"
    path.write_text(HEAD + code, encoding="utf-8")
    return {(f.code, f.severity.value) for f in referee.audit(path).findings if f.severity.rank > 0}


@pytest.mark.parametrize("code", [
    FOLDERS.format(kind="Clips") + LOOP.format(**SAVED), FOLDERS.format(kind="Scans") + LOOP.format(**SAVED),
    FOLDERS.format(kind="Clips") + LOOP.format(**COPIED), SPLIT + LOOP.format(**COPIED),
    FOLDERS.format(kind="Clips") + LOOP.format(**WHOLE), FOLDERS.format(kind="Scans") + MAX.format(
        on="te", told="max(scores)")])
def test_the_epoch_that_the_test_rows_chose_is_told(code, tmp_path):
    assert told(tmp_path, code) == {("F-03", "fatal")}


@pytest.mark.parametrize("code", [
    FOLDERS.format(kind="Clips") + LOOP.format(**BY_VALIDATION), SPLIT + LOOP.format(**BY_VALIDATION),
    FOLDERS.format(kind="Scans") + LOOP.format(**BY_VALIDATION), FOLDERS.format(kind="Clips") + LOOP.format(
        **KEPT_BESIDE), FOLDERS.format(kind="Clips") + LOOP.format(**ONLY_TRAINS),
    FOLDERS.format(kind="Clips") + MAX.format(on="te", told="scores[-1]"),
    # One call that makes each of the parts, one after the other, makes different rows.
    "\ntr, va, te = (DataLoader(Scans(part), 32) for part in list_parts())" + LOOP.format(**BY_VALIDATION),
    # Rows that chance makes may be others each time, though the words are the same.
    "\ntr = DataLoader(Clips(5000), 32)\nte = DataLoader(Clips(5000), 32)\nlearn(tr)\nprint(evaluate(net, te))\n"])
def test_a_validation_part_and_the_last_epoch_are_in_order(code, tmp_path):
    assert told(tmp_path, code) == set()
