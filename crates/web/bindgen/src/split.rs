//! Splits a module in two: what the first drop needs, and the rest, which the page loads later.
//!
//! A function of the rest that the first part refers to stays there as a door, which calls the real one through the table. While its
//! place in the table is empty, the door first has the page load the rest.

use anyhow::{Context as _, Result};
use std::collections::{BTreeMap, BTreeSet};
use walrus::ir::{Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportKind, ImportedFunction, InstrSeqBuilder, Module, ModuleConfig, TableId, passes::gc,
};

/// The function of the page that loads the rest.
const LOADER: &str = "loadRest";
/// The name under which the rest imports the first part.
const FIRST: &str = "first";

/// Splits the module: functions whose name `is_late`, and what only they call, become the rest.
///
/// # Errors
/// The module is not as wasm-bindgen makes it.
pub(crate) fn split(whole: &[u8], is_late: impl Fn(&str) -> bool) -> Result<[Module; 2]> {
    let plain = |bytes| ModuleConfig::new().generate_name_section(false).generate_producers_section(false).parse(bytes);
    let (mut first, mut rest) = (plain(whole)?, plain(whole)?);
    let plan = Plan::new(&first, is_late)?;
    plan.keep_first(&mut first)?;
    plan.keep_rest(&mut rest)?;
    gc::run(&mut first);
    gc::run(&mut rest);
    Ok([first, rest])
}

/// Functions by their number, which both copies of the module share.
struct Plan {
    table: usize,
    /// The number of places in the table before the doors.
    places: u64,
    /// Functions of the rest that the first part refers to, in the order of their places in the table.
    doors: Vec<usize>,
    /// Functions of the first part that the rest calls.
    lent: BTreeSet<usize>,
}

#[derive(Default)]
struct Called(BTreeSet<FunctionId>);

impl Visitor<'_> for Called {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.insert(*function);
    }
}

impl Plan {
    fn new(module: &Module, is_late: impl Fn(&str) -> bool) -> Result<Self> {
        let calls: BTreeMap<FunctionId, BTreeSet<FunctionId>> = module
            .funcs
            .iter_local()
            .map(|(id, function)| {
                let mut called = Called::default();
                dfs_in_order(&mut called, function, function.entry_block());
                (id, called.0)
            })
            .collect();
        let named = |id: &FunctionId| {
            calls.contains_key(id) && module.funcs.get(*id).name.as_deref().is_some_and(|name| is_late(name))
        };
        // The first part is what can be reached without one of them.
        let (late, mut next): (Vec<_>, Vec<_>) = roots(module).into_iter().partition(named);
        let mut doors: BTreeSet<FunctionId> = late.into_iter().collect();
        let mut first: BTreeSet<FunctionId> = BTreeSet::new();
        while let Some(id) = next.pop() {
            if !first.insert(id) {
                continue;
            }
            let (late, early): (Vec<_>, Vec<_>) = calls.get(&id).into_iter().flatten().copied().partition(named);
            doors.extend(late);
            next.extend(early);
        }
        let of_rest = calls.iter().filter(|(id, _)| !first.contains(id)).flat_map(|(_, called)| called);
        let is_lent = |id: &&FunctionId| first.contains(id) || !calls.contains_key(id);
        let table = module.tables.main_function_table()?.context("the module has no table")?;
        Ok(Self {
            table: table.index(),
            places: module.tables.get(table).initial,
            lent: of_rest.filter(is_lent).map(|id| id.index()).collect(),
            doors: doors.into_iter().map(|id| id.index()).collect(),
        })
    }

    fn table(&self, module: &mut Module) -> Result<TableId> {
        let table = module.tables.iter_mut().find(|table| table.id().index() == self.table).context("no table")?;
        table.initial += self.doors.len() as u64;
        table.maximum = table.maximum.map(|most| most.max(table.initial));
        Ok(table.id())
    }

    /// Leaves the first part, with a door for each function of the rest that it refers to.
    fn keep_first(&self, module: &mut Module) -> Result<()> {
        let table = self.table(module)?;
        let ids = numbered(module.funcs.iter().map(walrus::Function::id));
        let is_loader = |import: &&walrus::Import| import.name.contains(LOADER);
        let loader = match module.imports.iter().find(is_loader).context("the module does not load the rest")?.kind {
            ImportKind::Function(id) => id,
            _ => anyhow::bail!("what loads the rest is not a function"),
        };
        for (place, door) in (self.places..).zip(&self.doors) {
            let (id, place) = (ids[door], i32::try_from(place)?);
            let ty = module.funcs.get(id).ty();
            let (takes, gives) = module.types.params_results(ty);
            let (takes, gives) = (takes.to_vec(), gives.to_vec());
            let mut builder = FunctionBuilder::new(&mut module.types, &takes, &gives);
            let given: Vec<_> = takes.into_iter().map(|taken| module.locals.add(taken)).collect();
            let mut body = builder.func_body();
            let load = |then: &mut InstrSeqBuilder<'_>| _ = then.call(loader);
            body.i32_const(place).table_get(table).ref_is_null().if_else(None, load, |_| ());
            for local in &given {
                body.local_get(*local);
            }
            body.i32_const(place).call_indirect(ty, table);
            module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(given));
        }
        for (name, item) in self.shared(module) {
            module.exports.add(&name, item);
        }
        Ok(())
    }

    /// Leaves the rest, which puts its functions into their places and takes everything else from the first part.
    fn keep_rest(&self, module: &mut Module) -> Result<()> {
        let table = self.table(module)?;
        let shared = self.shared(module);
        for id in module.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
            module.exports.delete(id);
        }
        for id in module.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
            module.elements.delete(id);
        }
        for id in module.data.iter().map(walrus::Data::id).collect::<Vec<_>>() {
            module.data.delete(id);
        }
        module.start = None;
        for table in module.tables.iter_mut() {
            table.elem_segments.clear();
        }
        for (name, item) in shared {
            match item {
                ExportItem::Function(id) => {
                    let import = module.imports.add(FIRST, &name, id);
                    let function = module.funcs.get_mut(id);
                    if let FunctionKind::Import(old) = &function.kind {
                        module.imports.delete(old.import);
                    }
                    function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
                }
                ExportItem::Table(id) => module.tables.get_mut(id).import = Some(module.imports.add(FIRST, &name, id)),
                ExportItem::Memory(id) => {
                    let memory = module.memories.get_mut(id);
                    memory.data_segments.clear();
                    memory.import = Some(module.imports.add(FIRST, &name, id));
                }
                ExportItem::Global(id) => {
                    module.globals.get_mut(id).kind = GlobalKind::Import(module.imports.add(FIRST, &name, id));
                }
                ExportItem::Tag(_) => {}
            }
        }
        let ids = numbered(module.funcs.iter().map(walrus::Function::id));
        let offset = ConstExpr::Value(Value::I32(i32::try_from(self.places)?));
        let items = ElementItems::Functions(self.doors.iter().map(|door| ids[door]).collect());
        let segment = module.elements.add(ElementKind::Active { table, offset }, items);
        module.tables.get_mut(table).elem_segments.insert(segment);
        Ok(())
    }

    /// What the rest takes from the first part, with the names they know it by.
    fn shared(&self, module: &Module) -> Vec<(String, ExportItem)> {
        let tables = module.tables.iter().map(|table| ExportItem::Table(table.id()));
        let memories = module.memories.iter().map(|memory| ExportItem::Memory(memory.id()));
        let globals = module.globals.iter().map(|global| ExportItem::Global(global.id()));
        let functions = module.funcs.iter().map(walrus::Function::id).filter(|id| self.lent.contains(&id.index()));
        let all = tables.chain(memories).chain(globals).chain(functions.map(ExportItem::Function));
        all.enumerate().map(|(n, item)| (n.to_string(), item)).collect()
    }
}

/// Where the first part is entered: its exports, and the functions whose place in the table something else may know.
fn roots(module: &Module) -> BTreeSet<FunctionId> {
    let exports = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    });
    let elements = module.elements.iter().flat_map(|element| match &element.items {
        ElementItems::Functions(ids) => ids.clone(),
        ElementItems::Expressions(_, all) => all.iter().filter_map(referred).collect(),
    });
    exports.chain(elements).chain(module.start).collect()
}

fn referred(value: &ConstExpr) -> Option<FunctionId> {
    match value {
        ConstExpr::RefFunc(id) => Some(*id),
        _ => None,
    }
}

fn numbered(ids: impl Iterator<Item = FunctionId>) -> BTreeMap<usize, FunctionId> {
    ids.map(|id| (id.index(), id)).collect()
}
