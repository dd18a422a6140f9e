//! Leagues with public rules, each with the words of its page. Where a page is silent, our own reading is marked.

use super::{LeagueForm, Lineup};
use crate::rules::{Clause, Source};
use language::sentence;

/// A league as its page has it.
///
/// ```
/// use game::league::presets::LEAGUES;
///
/// let leek = LEAGUES.iter().find(|league| league.id == "leek").expect("a league");
/// assert_eq!((leek.form().slots.len(), leek.form().points.of(6, 3)), (9, 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaguePreset {
    /// A name that stays: typed by people.
    pub id: &'static str,
    /// The name of the league.
    pub title: &'static str,
    /// Source of the rules.
    pub source: Source,
    /// The rules as text.
    pub text: &'static str,
    /// The words of the page behind a fact of the text; the axis is the first word of its line.
    pub clauses: &'static [Clause],
    /// Our own readings, where the page is silent or was not seen in full.
    pub readings: &'static [&'static str],
}

impl LeaguePreset {
    /// Parses the rules.
    #[must_use]
    pub fn form(&self) -> LeagueForm {
        // That every text can be read is tested.
        self.text.parse().unwrap_or_else(|_| LeagueForm::of_games(1, Lineup::Singles))
    }

    /// The league of this id.
    #[must_use]
    pub fn of(id: &str) -> Option<&'static Self> {
        LEAGUES.iter().find(|league| league.id == id)
    }
}

/// Every league.
pub static LEAGUES: &[LeaguePreset] =
    &[LEEK, SOLIHULL, MONDAY, NORTHALLERTON, GUISBOROUGH, MEDITERRANEO, MIND_SPORTS, TUESDAY];

const LEEK: LeaguePreset = LeaguePreset {
    id: "leek",
    title: sentence!("Leek Domino League"),
    source: Source::Page("http://www.leekdominoleague.org.uk/rules1.html"),
    text: "part 6 singles leek\npart 3 pairs leek\nteam 6\nwin 2\ngame 1\nwalkover 5-4\norder points games_won\n",
    clauses: &[
        Clause { axis: "team", words: "A team shall consist of six players, upto 12 players may be used in a match" },
        Clause {
            axis: "win",
            words: "2 Points per match to the winners and 1pt per game won. (i.e. if you win 6-3 you get 2pts for the win 6 for the games won total 8pts)",
        },
        Clause {
            axis: "walkover",
            words: "If a team does not fulfil its fixture, the opposition claims the match, 2 points for the win and the match 5-4 (total points 7.)",
        },
    ],
    readings: &[
        "part: the page gives the results of nine games, not how many of them are singles; six and three as in Solihull",
        "order: the page was not seen beyond rule 10; level teams are put in order by games won",
    ],
};

const SOLIHULL: LeaguePreset = LeaguePreset {
    id: "solihull",
    title: sentence!("Solihull and Warwickshire District Domino League"),
    source: Source::Page("https://domino-league.co.uk/rules"),
    text: "part 6 singles pafos target=121\npart 3 pairs pafos target=121\nteam 6\nmost 1 1\nwin 3\nnarrow 1 1\norder points games_won\n",
    clauses: &[
        Clause {
            axis: "part",
            words: "play 'Fives & Threes' using a pack of standard domino tiles (28) and a 121 hole peg board .. League matches are played over 9 matches (6 singles and 3 doubles)",
        },
        Clause { axis: "team", words: "Each Team must have a minimum of 6 players for League Matches and Cup Matches" },
        Clause {
            axis: "most",
            words: "Players may only play in a maximum of one (1) singles game and one (1) doubles game per match fixture",
        },
        Clause {
            axis: "win",
            words: "with the winning team getting three points and losing team will get one point providing they keep the scoreline to a 5-4 loss. All other losses will not score any points.",
        },
        Clause {
            axis: "narrow",
            words: "losing team will get one point providing they keep the scoreline to a 5-4 loss",
        },
    ],
    readings: &[
        "part: the rules of the game itself were not seen; those of the British leagues to 121",
        "order: not seen; level teams are put in order by games won",
    ],
};

const MONDAY: LeaguePreset = LeaguePreset {
    id: "monday",
    title: sentence!("Monday-night darts and domino league"),
    source: Source::Page("http://www.hdddcl.moonfruit.com/dominoe-rules/4574926577"),
    text: "part 3 pairs best_of 3 five_up\nlead away_first\ndrawing listed\nwin 2\norder points games_won\n",
    clauses: &[
        Clause { axis: "part", words: "Teams to consist of 3 pairs. Each pair to play best of 3 games 5up" },
        Clause { axis: "lead", words: "Away Team to have drop on 1st and 3rd table." },
        Clause {
            axis: "drawing",
            words: "The home side must put their team down first and present it to the away side",
        },
        Clause { axis: "win", words: "Match played on tables won, 2 points awarded to winner ie 2,1 or 3,0" },
    ],
    readings: &["order: not said; level teams are put in order by tables won"],
};

const NORTHALLERTON: LeaguePreset = LeaguePreset {
    id: "northallerton",
    title: sentence!("Northallerton and District Domino League"),
    source: Source::Page("http://www.spanglefish.com/NorthallertonandDistrictDominoLeague/index.asp?pageid=587983"),
    text: "part 4 pairs five_up target=1\npart 4 pairs pafos\nteam 6\ngame 1\nwalkover 6-0\norder points games_won\n",
    clauses: &[
        Clause {
            axis: "part",
            words: "Each team to consist of a minimum of six players playing eight games. (4 of domino, 4 of 5&3's in league matches, or eight of one in cup matches). .. All games to be four handed.",
        },
        Clause { axis: "drawing", words: "The two captains to make the draw no later than 8-30." },
        Clause {
            axis: "walkover",
            words: "A team making a no-show, without prior notice to the League Secretary will forfeit the match 6-0.",
        },
    ],
    readings: &[
        "game: the page was not seen beyond rule 10; a point for each game won",
        "part: the rules of the games themselves were not seen",
        "order: not seen",
    ],
};

const GUISBOROUGH: LeaguePreset = LeaguePreset {
    id: "guisborough",
    title: sentence!("Guisborough & District 5s&3s Domino League"),
    source: Source::Page("https://stevegargett.wixsite.com/guisdoms/league-rules"),
    text: "part 9 pairs pafos\nteam 4\ngame 1\norder points\n",
    clauses: &[
        Clause { axis: "twice", words: "Teams shall play each other on a home and away basis" },
        Clause {
            axis: "part",
            words: "Teams of 6 players shall be selected from team squads for each match. Team Captains shall draw 3 pairs from the players selected by the opposing teams to play three games against each other.",
        },
    ],
    readings: &[
        "part: three games of each of three pairs; the rules of the games were not seen",
        "game and order: the page was not seen beyond rule 4; a point for each game won",
    ],
};

const MEDITERRANEO: LeaguePreset = LeaguePreset {
    id: "mediterraneo",
    title: sentence!("Real Club Mediterráneo, pairs"),
    source: Source::Page("http://www.realclubmediterraneo.com/torneo-social-de-domino-3/"),
    text: "part 1 pairs latin_200 target=40\ntwice no\nwin 1\norder points beaten head_to_head\n",
    clauses: &[
        Clause { axis: "twice", words: "Se jugara al sistema de todos contra todos y a una sola vuelta." },
        Clause { axis: "part", words: "Se sorteara la salida y se jugara a una sola partida de 40 puntos." },
        Clause {
            axis: "order",
            words: "En caso de empate entre dos parejas quedara delante la que le ha ganado a la otra y si el empate se produce entre tres o más parejas, si es posible se tendrá en cuenta la regla anterior, es decir si una ha ganado a todas las demás se clasificara delante entre ellos, en caso contrario se clasificara delante la que haya obtenido más tantos en las partidas jugadas entre ellos.",
        },
    ],
    readings: &[
        "win: the page does not say what a game is worth; one point",
        "order: the page compares the points scored among those that are level, which a card does not hold: their results instead",
        "walkover: the page books 40 to 20",
        "part: the rules of the game are not on the page",
    ],
};

const MIND_SPORTS: LeaguePreset = LeaguePreset {
    id: "mind_sports",
    title: sentence!("Mind Sports Olympiad, 5s & 3s"),
    source: Source::Page("https://docslib.org/doc/7599261/mso-rules-and-clarifications-please-see-a-list-of"),
    text: "part 1 singles best_of 3 mind_sports\ntwice no\nwin 2\nequal 1\norder points beaten opponents\n",
    clauses: &[
        Clause {
            axis: "part",
            words: "Swiss pairings over 5 rounds of 1v1 matches. .. Each match is played best of 3, first to 61.",
        },
        Clause {
            axis: "order",
            words: "1. Head to Head results between the players involved. This will only apply if one player has beaten all others in the tie-break, or one player has lost to all others in the tie break. 2. Points spread from all rounds, ignoring the players best result. 3. Sonneborn-Berger.",
        },
    ],
    readings: &[
        "win: what a match is worth is not said; two points, one for a draw",
        "order: the spread of points is left out, which a card does not hold",
    ],
};

const TUESDAY: LeaguePreset = LeaguePreset {
    id: "tuesday",
    title: sentence!("Tuesday Domino League"),
    source: Source::Page("https://docsbay.net/rules-updated-2016-agm"),
    text: "part 8 singles five_up hand_sizes=7/-/6 target=7\npart 2 pairs five_up target=5\nmost 1 1\nwin 2\norder points games_won\n",
    clauses: &[
        Clause {
            axis: "part",
            words: "Each team can consist of 12 players if they wish (8 singles players and 4 doubles). .. Singles Games are played on a first to reach 7 chalks. Doubles are played on a first to reach 5 chalks basis.",
        },
        Clause {
            axis: "win",
            words: "In the event of a team dropping out of the league in the second half of the season then the results from the first half of the season shall stand with a forfeiture of the second half (each team shall receive 2 points).",
        },
    ],
    readings: &[
        "part: \"the Imperial Domino Rules Of Play\" were not seen; a chalk is a hand won, with seven tiles each in singles",
        "most: the twelve are different players",
        "equal: not said; one point each",
        "order: not seen; level teams are put in order by games won",
    ],
};
