//! Divisions: a table for each, and who goes up and down after the season.

use super::fact::Squad;
use super::season::{Season, Team};
use super::table::TeamLine;

impl Season {
    /// Returns the table of each division with its name; a single one without a name where there are no divisions.
    #[must_use]
    pub fn tables(&self) -> Vec<(&str, Vec<TeamLine>)> {
        match &self.form.divisions[..] {
            [] => vec![("", self.table())],
            names => names.iter().map(String::as_str).zip((0..).map(|at| self.division_table(at))).collect(),
        }
    }

    /// Returns the squads for the next season, division by division: of each as many go up and down as the league's rules
    /// say, in the order of the tables. Teams that dropped out are left out.
    ///
    /// ```
    /// use game::league::{Author, LeagueForm, Lineup, Season, SeasonEntry, SeasonFact, Squad};
    ///
    /// let squad = |(name, division): (&str, usize)| Squad { name: name.to_owned(), division, ..Squad::default() };
    /// let teams: Vec<Squad> = [("Arms", 0), ("Bell", 0), ("Crown", 1), ("Dog", 1)].map(squad).to_vec();
    /// let divisions = ["Premier", "First"].map(str::to_owned).to_vec();
    /// let form = LeagueForm { divisions, moves: (1, 1), ..LeagueForm::of_games(9, Lineup::Singles) };
    /// let fact = SeasonFact::Begun { title: "Winter".to_owned(), form, teams, meetings: vec![] };
    /// let season = Season::of(&[SeasonEntry { number: 0, at_ms: 0, by: Author::Secretary, fact }]);
    ///
    /// let next: Vec<_> = season.next_squads().into_iter().map(|squad| (squad.name, squad.division)).collect();
    /// let named = |(name, division): (&str, usize)| (name.to_owned(), division);
    /// assert_eq!(next, [("Arms", 0), ("Crown", 0), ("Bell", 1), ("Dog", 1)].map(named));
    /// ```
    #[must_use]
    pub fn next_squads(&self) -> Vec<Squad> {
        let last = self.form.divisions.len().saturating_sub(1);
        let (up, down) = (usize::from(self.form.moves.0), usize::from(self.form.moves.1));
        let mut next = Vec::new();
        for division in 0..=last {
            let playing = |line: &TeamLine| self.teams.get(&line.team).filter(|team| team.left.is_none());
            let table = self.division_table(division);
            let teams: Vec<&Team> = table.iter().filter_map(playing).collect();
            let stay = teams.len().saturating_sub(if division < last { down } else { 0 });
            for (place, team) in teams.into_iter().enumerate() {
                let to = match () {
                    () if division > 0 && place < up => division - 1,
                    () if place >= stay => division + 1,
                    () => division,
                };
                next.push(Squad { division: to, ..team.squad.clone() });
            }
        }
        // Within a division those who were higher stand first.
        next.sort_by_key(|squad| squad.division);
        next
    }
}
