"""Tables in other encodings than UTF-8: read rightly and told, or refused; never as other letters without a word."""

import random

import pytest

from referee.data.charsets import SHOWN
from referee.data.prediction_table import read_predictions
from referee.data.reading import read_problem
from referee.errors import BadInput

WORDS = {
    "Japanese": "東京 大阪 札幌 名古屋 はい いいえ データ 顧客 解約 契約 あり なし 男性 女性 カテゴリ",
    "Chinese": "北京 上海 广州 深圳 是 否 客户 数据 学生 老师 中国 男 女 城市 金额",
    "traditional Chinese": "臺北 高雄 臺中 是 否 客戶 資料 學生 老師 金額 男 女 城市 銀行 電話",
    "Korean": "서울 부산 대구 인천 예 아니오 고객 데이터 학생 선생님 남자 여자 도시 금액",
    "Russian": "Москва Казань Самара да нет Клиент Договор мужской женский город сумма",
    "Polish": "Łódź Poznań Kraków Gdańsk Świętokrzyskie Żółty tak nie mężczyzna kobieta źródło",
    "German": "Zürich München Köln Straße größer Größe männlich Österreich Ärger",
    "French": "Genève Besançon Orléans élève où français après déjà",
    "Greek": "Αθήνα Πάτρα ναι όχι πελάτης άνδρας γυναίκα πόλη ποσό",
}
READ = [("Japanese", "cp932"), ("Japanese", "euc_jp"), ("Chinese", "gb18030"), ("traditional Chinese", "big5"),
        ("Korean", "cp949"), ("Russian", "cp1251"), ("Russian", "koi8_r"), ("Polish", "cp1250"),
        ("Polish", "iso8859_2"), ("German", "cp1252"), ("German", "latin-1"), ("German", "mac_roman"),
        ("French", "cp1252"), ("French", "mac_roman"), ("Greek", "cp1253"),
        ("Japanese", "utf-16"), ("Russian", "utf-16-le"), ("German", "utf-16-be")]


def table(tmp_path, language, encoding):
    words = WORDS[language].split()
    rows = [f"{i},{words[i % len(words)]},{words[i % 2]}" for i in range(4 * len(words))]
    path = tmp_path / "a.csv"
    path.write_bytes("\n".join([f"n,{words[2]},y", *rows, ""]).encode(encoding))
    return path, words


@pytest.mark.parametrize(("language", "encoding"), READ)
def test_tables_are_read_in_their_letters_and_that_is_told(tmp_path, language, encoding):
    path, words = table(tmp_path, language, encoding)
    problem = read_problem(path, target="y")
    column = problem.require_features().columns[1]
    assert column.name == words[2]
    assert set(column.categories) == set(words)
    assert set(problem.classes) == {words[0], words[1]}
    assert any("is not UTF-8; it was read as " in sentence for sentence in problem.notices)


def test_the_sentence_names_the_encoding_and_shows_a_word(tmp_path):
    path, _ = table(tmp_path, "Russian", "koi8_r")
    notices = read_problem(path, target="y").notices
    assert any("it was read as KOI8-R text ('Самара')" in sentence for sentence in notices)


@pytest.mark.parametrize(("language", "encoding"), READ)
def test_predictions_are_too(tmp_path, language, encoding):
    """… or refused: four words are few to tell Chinese from Korean, or from Japanese without kana."""
    words = WORDS[language].split()
    path = tmp_path / "p.csv"
    path.write_bytes("\n".join(["id,truth,m", *[f"{i},{words[i % 4]},{words[i % 3]}" for i in range(24)], ""])
                     .encode(encoding))
    refused = ""
    try:
        found = read_predictions(path)
    except BadInput as error:
        refused = str(error)
    if refused:
        assert language in {"Japanese", "Chinese", "traditional Chinese", "Korean"}
        assert words[0] in refused
        return
    assert set(found.classes) == set(words[:4])
    assert any("is not UTF-8; it was read as " in sentence for sentence in found.notices)


@pytest.mark.parametrize("seed", range(40))
def test_noise_is_refused_or_told_and_never_a_traceback(tmp_path, seed):
    draw = random.Random(seed)
    path = tmp_path / "a.csv"
    cells = [bytes(draw.choice(range(0x80, 0x100)) for _ in range(draw.randrange(1, 9))) for _ in range(12)]
    path.write_bytes(b"\n".join([b"n,w,y", *[b"%d,%s,%d" % (i, cell, i % 2) for i, cell in enumerate(cells)], b""]))
    try:
        problem = read_problem(path, target="y")
    except BadInput as refused:
        said = str(refused)
    else:
        said = " ".join(problem.notices)
    assert "UTF-8" in said


def test_one_word_that_may_be_chinese_or_korean_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("\n".join(["n,w,y", *[f"{i},北京,{i % 2}" for i in range(10)], ""]).encode("gb18030"))
    with pytest.raises(BadInput, match=r"is not UTF-8, and may be .*GB18030 \('北京'\).*; save it as CSV in UTF-8"):
        read_problem(path, target="y")


def test_a_byte_that_the_encoding_does_not_have_is_named_with_its_line(tmp_path):
    path = tmp_path / "a.csv"
    lines = [f"{i},{word},{i % 2}" for i, word in enumerate(WORDS["Russian"].split() * 400)]
    path.write_bytes("\n".join(["n,w,y", *lines]).encode("cp1251") + b"\n1,\x98,0\n")
    with pytest.raises(BadInput, match=rf"not Windows-1251 throughout: line {len(lines) + 2} holds the byte 0x98"):
        read_problem(path, target="y")


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "a.csv").write_bytes(bytes(range(256)) * 20)
    with pytest.raises(BadInput, match="binary data"):
        read_problem(tmp_path / "a.csv", target="y")


def test_every_encoding_has_a_name():
    assert all(SHOWN[encoding] for encoding in SHOWN)


def test_an_accent_at_the_very_end_is_seen(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("n,y\n1,oui\n2,né".encode("cp1252"))
    assert set(read_problem(path, target="y").classes) == {"oui", "né"}
