//! A network as the browser's page has it: the engine's graph, made of the ONNX file beforehand, so that the page need not bring what
//! reads such files.

use engine::graph::Graph;
use serde::{Deserialize, Serialize};

/// The graph for pictures of one size, and what changes with the size.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PlainModel {
    /// Channels, rows and columns of a picture.
    picture: [usize; 3],
    graph: Graph,
    /// The shapes of all results for a picture of twice as many rows and columns; none where the network takes one size alone.
    twice: Option<Vec<Vec<usize>>>,
}

/// A network for pictures of one size.
pub(super) struct PlainTyped(Graph);

impl PlainModel {
    /// The graph of pictures of this size, and that of twice as large ones; `None` if they differ in more than shapes.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn of(picture: [usize; 3], graph: Graph, twice: Option<Graph>) -> Option<Self> {
        let alike = |twice: &Graph| {
            let (a, b) = (graph.nodes.iter(), twice.nodes.iter());
            graph.output == twice.output
                && a.len() == b.len()
                && a.zip(b).all(|(a, b)| (&a.op, &a.inputs) == (&b.op, &b.inputs))
        };
        if !twice.as_ref().is_none_or(alike) {
            return None;
        }
        let twice = twice.map(|twice| twice.nodes.into_iter().map(|node| node.shape).collect());
        Some(Self { picture, graph, twice })
    }

    /// Packs it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// # Errors
    /// The bytes are no such network.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        postcard::from_bytes(bytes).map_err(|why| why.to_string())
    }

    /// # Errors
    /// The network does not take pictures of this size.
    pub(super) fn typed(&self, picture: [usize; 3]) -> Result<PlainTyped, String> {
        let mut graph = self.graph.clone();
        if picture != self.picture {
            let twice = self.twice.as_ref().filter(|_| picture[0] == self.picture[0]);
            let twice = twice.ok_or_else(|| format!("it takes pictures of {:?} alone", self.picture))?;
            for (node, twice) in graph.nodes.iter_mut().zip(twice) {
                node.shape = self.shape(&node.shape, twice, picture).ok_or("it takes no pictures of this size")?;
            }
        }
        Ok(PlainTyped(graph))
    }

    /// The shape of a result that is `once` for a picture of the known size and `twice` for one of twice the size.
    fn shape(&self, once: &[usize], twice: &[usize], picture: [usize; 3]) -> Option<Vec<usize>> {
        let along = |axis: usize| {
            let (once, twice) = (once[axis], *twice.get(axis)?);
            let (known, wanted) = (self.picture[axis], picture[axis]);
            let more = twice.checked_sub(once)? * wanted;
            // Each row of the picture more makes the same share of a row more.
            (more + once * known)
                .checked_sub((twice - once) * known)
                .filter(|all| all % known == 0)
                .map(|all| all / known)
        };
        match once.len() {
            3 => (0..3).map(along).collect(),
            _ => (once == twice).then(|| once.to_vec()),
        }
    }
}

impl PlainTyped {
    /// Returns the shape of the output, with a 1 in front.
    pub(super) fn output(&self) -> Option<Vec<usize>> {
        let output = self.0.nodes.get(self.0.output)?;
        Some(std::iter::once(1).chain(output.shape.iter().copied()).collect())
    }

    /// Returns the graph.
    ///
    /// # Errors
    /// None: it was translated beforehand.
    #[expect(clippy::unnecessary_wraps, reason = "as of a network from a file")]
    pub(super) fn graph(&self) -> Result<Graph, String> {
        Ok(self.0.clone())
    }

    /// # Errors
    /// Always: nothing else here runs networks.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn runnable(self, _threads: usize) -> Result<NotRunnable, String> {
        Err("nothing else runs networks in a browser".to_owned())
    }
}

/// A network that something else than the engine runs: nothing does.
#[cfg(target_arch = "wasm32")]
#[derive(Debug)]
pub(super) enum NotRunnable {}

#[cfg(target_arch = "wasm32")]
impl NotRunnable {
    pub(super) fn run(&self, _picture: [usize; 3], _values: &[f32]) -> Result<Vec<f32>, String> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::onnx::{PIPS, TILES, packed_plainly};

    #[test]
    fn the_page_has_the_networks_of_the_files() {
        let files: [(&str, &[u8], &[u8]); 2] = [
            (TILES, include_bytes!("../../../../models/tiles.onnx"), include_bytes!("../../../../models/tiles.plain")),
            (PIPS, include_bytes!("../../../../models/pips.onnx"), include_bytes!("../../../../models/pips.plain")),
        ];
        for (name, file, plain) in files {
            assert!(packed_plainly(name, file).unwrap() == plain, "out of date: run `sixty-one-lab networks`");
            assert!(PlainModel::parse(plain).unwrap().typed([4, 64, 96]).is_err());
        }
        assert!(PlainModel::parse(&[1, 2, 3]).is_err());
    }
}
