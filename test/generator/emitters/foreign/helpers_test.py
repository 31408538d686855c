"""The Python files that generated modules contain, by themselves. The environment has EMITTERS, the folder of all emitters."""

import math
import os
import runpy
import unittest

FOLDER = os.path.join(os.environ["EMITTERS"], "python", "foreign")
CODING = runpy.run_path(os.path.join(FOLDER, "coding.py"))
RULES = runpy.run_path(os.path.join(FOLDER, "rules.py"))


class Coding(unittest.TestCase):
    def test_bits_go_where_they_came_from(self):
        for order in ("little", "big"):
            data = bytearray(b"\xff\x00\xff")
            CODING["_put_bits"](data, 0, 3, 5, 11, order, 0b10000000001)
            word = int.from_bytes(data, order)
            self.assertEqual(word >> 5 & 0x7FF, 0b10000000001)
            CODING["_put_bits"](data, 0, 3, 5, 11, order, None)
            self.assertEqual(int.from_bytes(data, order), word)

    def test_text_is_cut_between_characters(self):
        data = bytearray(b"zzzz")
        CODING["_put_text"](data, 0, 4, "aé☂")
        self.assertEqual(bytes(data), "aé".encode() + b"\0")
        self.assertEqual(CODING["_text"](data, 0, 4), "aé")

    def test_signs(self):
        self.assertEqual([CODING["_signed"](value, 3) for value in range(8)], [0, 1, 2, 3, -4, -3, -2, -1])


class Rules(unittest.TestCase):
    def test_ieee_754_where_python_raises(self):
        self.assertEqual(RULES["_div"](-1.0, 0.0), -math.inf)
        self.assertTrue(math.isnan(RULES["_div"](0.0, 0.0)))
        self.assertEqual(RULES["_real"](math.log, 0.0), -math.inf)
        self.assertTrue(math.isnan(RULES["_real"](math.sqrt, -1.0)))
        self.assertEqual(RULES["_pow"](0.0, -1.0), math.inf)

    def test_rounding_is_half_away_from_zero(self):
        self.assertEqual([RULES["_round"](x) for x in (0.5, -0.5, 2.5, -2.4)], [1.0, -1.0, 3.0, -2.0])
        self.assertEqual(RULES["_round_to"](1.005, 2.0), 1.01)
        self.assertEqual(RULES["_mod"](-1.0, 360.0), 359.0)


unittest.main()
