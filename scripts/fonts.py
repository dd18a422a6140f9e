#!/usr/bin/env python3
"""Makes assets/fonts: cuts Inter down to the letters the window shows and makes its figures tabular.

Needs `pip install fonttools` and Debian's fonts-inter. Run from the repository's root; the results are committed.
The window has no way to ask a font for its `tnum` feature, so the digits are mapped to the tabular glyphs here.
"""
from fontTools import subset
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/opentype/inter/"
TARGET = "assets/fonts/"


def tabular(font):
    """Points the digits at the glyphs of the feature `tnum`."""
    gsub = font["GSUB"].table
    feature = next(r.Feature for r in gsub.FeatureList.FeatureRecord if r.FeatureTag == "tnum")
    glyphs = {}
    for index in feature.LookupListIndex:
        for table in gsub.LookupList.Lookup[index].SubTable:
            glyphs.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({u: glyphs[g] for u, g in table.cmap.items() if 0x30 <= u <= 0x39 and g in glyphs})


def cut(source, target, letters):
    font = TTFont(SOURCE + source)
    tabular(font)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = ["*"]
    options.hinting = False
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.save(TARGET + target)


LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x1CD, 0x1F0), *range(0x218, 0x21C), *range(0x1E00, 0x1EFF)]
OTHER = [*range(0x300, 0x32A), *range(0x386, 0x3CF), *range(0x400, 0x460), *range(0x490, 0x4BA)]
SIGNS = [*range(0x2010, 0x2027), 0x202F, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2116, 0x2122]
ARROWS = [*range(0x2190, 0x219A), 0x21A9, 0x21AA, 0x21B5, 0x25B2, 0x25B6, 0x25BC, 0x25C0]
MATHS = [0x2212, 0x2215, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265, 0x25CB, 0x25CF, 0x2713, 0x2717]

if __name__ == "__main__":
    for weight in ["Regular", "Medium", "SemiBold", "Bold"]:
        cut(f"Inter-{weight}.otf", f"Inter-{weight}.otf", LATIN + OTHER + SIGNS + ARROWS + MATHS)
    cut("InterDisplay-Bold.otf", "InterDisplay-Bold-figures.otf", [*range(0x30, 0x3A), 0x20, 0x2B, 0x2D, 0x2212, 0x2013])
