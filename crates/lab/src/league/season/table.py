"""Works out the tables of a season from its list of facts, apart from the program: no line of it is shared.

The facts come on standard input, a JSON object a line, as `sixty-one serve season log SEASON --json` prints them. Prints a line
for each team (T) and for each player (P), fields with tabs between them, in the order of the table.
"""

import json
import sys
import unicodedata

entries = [json.loads(line) for line in sys.stdin if line.strip()]


def plain(name):
    return unicodedata.normalize("NFC", name).strip().casefold()


# A fact that was undone counts for nothing, unless what undid it was undone.
undone = set()
for entry in reversed(entries):
    (kind, fact), = entry["fact"].items()
    if kind == "undone" and entry["number"] not in undone and fact["entry"] < entry["number"]:
        undone.add(fact["entry"])

form, teams, meetings, renamed = None, {}, {}, []


def enter(number, squad):
    teams[number] = {"name": squad["name"], "left": None, "extra": 0}


def plan(planned):
    for one in planned:
        meetings[one["id"]] = {"home": one["home"], "away": one["away"], "award": None, "said": {}, "yes": set(), "no": {}}


def say(meeting, who, when, score):
    """Notes who says what of a game, and since when."""
    game = meeting["said"].setdefault(score["slot"], {})
    before = game.get(who)
    since = before[0] if before and before[1]["home_won"] == score["home_won"] else when
    game[who] = (since, score)


def forget(record):
    for meeting in meetings.values():
        for game in meeting["said"].values():
            game.pop(("table", record), None)


for entry in entries:
    if entry["number"] in undone:
        continue
    (kind, fact), = entry["fact"].items()
    when, by = entry["number"], entry["by"]
    if kind == "begun":
        form = fact["form"]
        for number, squad in enumerate(fact["teams"]):
            enter(number, squad)
        plan(fact["meetings"])
    elif kind == "team_joined":
        enter(fact["team"], fact["squad"])
        plan(fact["meetings"])
    elif kind == "team_left":
        teams[fact["team"]]["left"] = "struck" if fact["struck"] else "stays"
    elif kind == "team_renamed":
        teams[fact["team"]]["name"] = fact["name"]
    elif kind == "player_renamed":
        renamed.append((fact["from"], fact["to"]))
    elif kind == "docked":
        teams[fact["team"]]["extra"] -= fact["points"]
    elif kind == "given":
        teams[fact["team"]]["extra"] += fact["points"]
    elif kind == "played":
        meeting = meetings[fact["meeting"]]
        mine = meeting["said"].get(fact["score"]["slot"], {}).get(("table", fact["record"]))
        if mine is None:
            forget(fact["record"])
        say(meeting, ("table", fact["record"]), when, fact["score"])
    elif kind == "record_withdrawn":
        forget(fact["record"])
    elif kind == "card":
        meeting = meetings[fact["meeting"]]
        who = "secretary" if by == "secretary" else ("captain", by["captain"])
        for score in fact["scores"]:
            say(meeting, who, when, score)
        if who != "secretary":
            # The other captain has to agree anew.
            other = meeting["away"] if meeting["home"] == who[1] else meeting["home"]
            meeting["yes"].discard(other)
            meeting["no"].pop(other, None)
    elif kind in ("confirmed", "disputed"):
        meeting, team = meetings[fact["meeting"]], by["captain"]
        if kind == "confirmed":
            meeting["yes"].add(team)
            meeting["no"].pop(team, None)
        else:
            # Without a list of games every game is disputed; with one, the others are agreed to.
            meeting["no"][team] = fact.get("games") or list(range(len(form["slots"])))
            meeting["yes"].discard(team)
    elif kind == "awarded":
        meetings[fact["meeting"]]["award"] = fact["to"]
    elif kind == "replay":
        meetings[fact["meeting"]].update(award=None, said={}, yes=set(), no={})


def result(meeting, slot):
    """The score of a game that counts, or None."""
    said = meeting["said"].get(slot, {})
    if "secretary" in said:
        since, score = said["secretary"]
        later = [told for who, (at, told) in said.items() if who[0] == "table" and at > since]
        return None if any(told["home_won"] != score["home_won"] for told in later) else score
    if not said:
        return None
    if len({score["home_won"] for _, score in said.values()}) > 1:
        return None
    captains = [who[1] for who in said if who[0] == "captain"]
    rival = {meeting["home"]: meeting["away"], meeting["away"]: meeting["home"]}
    if any(slot in meeting["no"].get(rival[team], []) for team in captains):
        return None
    for who, (_, score) in said.items():
        if who[0] == "table":
            return score
    if len(said) > 1 or any(rival[team] in meeting["yes"] or rival[team] in meeting["no"] for team in captains):
        return min(said.values(), key=lambda told: told[0])[1]
    return None


slots = range(len(form["slots"]))
outcomes, played_games = [], []
for meeting in meetings.values():
    left = {teams[meeting["home"]]["left"], teams[meeting["away"]]["left"]}
    if "struck" in left:
        continue
    games = [score for score in (result(meeting, slot) for slot in slots) if score]
    complete = len(games) == len(slots)
    if meeting["award"] is None and not complete and "stays" in left:
        continue
    if meeting["award"] is not None:
        full, none = form["walkover"]
        ours, theirs = {"home": (full, none), "away": (none, full), "neither": (0, 0)}[meeting["award"]]
    else:
        played_games += games
        if not complete:
            continue
        ours = sum(score["home_won"] for score in games)
        theirs = len(games) - ours
    outcomes.append((meeting["home"], meeting["away"], ours, theirs, meeting["award"] == "neither"))


def points(ours, theirs):
    rules = form["points"]
    base = rules["win"] if ours > theirs else rules["draw"] if ours == theirs else rules["loss"]
    if rules.get("narrow") and 0 < theirs - ours <= rules["narrow"][0]:
        base = rules["narrow"][1]
    return base + rules["game"] * ours


def sums(among):
    """Played, won, drawn, lost, games for and against, points of the meetings between these teams."""
    lines = {team: [0] * 7 for team in among}
    for home, away, ours, theirs, neither in outcomes:
        if home not in lines or away not in lines:
            continue
        for team, a, b in ((home, ours, theirs), (away, theirs, ours)):
            line = lines[team]
            line[0] += 1
            if neither:
                line[3] += 1
                continue
            line[1 if a > b else 2 if a == b else 3] += 1
            line[4] += a
            line[5] += b
            line[6] += points(a, b)
    return lines


standing = [team for team, known in teams.items() if known["left"] != "struck"]
lines = sums(standing)
for team in standing:
    lines[team][6] += teams[team]["extra"]


def keys(key, level):
    between = sums(level) if key == "head_to_head" else None
    value = {
        "points": lambda team: lines[team][6],
        "meetings_won": lambda team: lines[team][1],
        "game_difference": lambda team: lines[team][4] - lines[team][5],
        "games_won": lambda team: lines[team][4],
        "head_to_head": lambda team: between[team][6],
    }[key]
    return {team: value(team) for team in level}


def ordered(level, order):
    if len(level) < 2 or not order:
        return sorted(level, key=lambda team: teams[team]["name"])
    value = keys(order[0], level)
    groups = sorted(set(value.values()), reverse=True)
    return [team for group in groups for team in ordered([t for t in level if value[t] == group], order[1:])]


def said_of(name):
    for wrong, right in renamed:
        if plain(name) == plain(wrong):
            name = right
    return name


people = {}
for score in played_games:
    for side, won in (("home", score["home_won"]), ("away", not score["home_won"])):
        for name in score.get(side, []):
            line = people.setdefault(said_of(name), [0, 0])
            line[0] += won
            line[1] += 1

for team in ordered(standing, form["order"]):
    print("T", teams[team]["name"], *lines[team], sep="\t")
for name, (won, games) in sorted(people.items(), key=lambda one: (-one[1][0], one[1][1], one[0])):
    print("P", name, won, games, sep="\t")
