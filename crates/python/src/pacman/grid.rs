//! Boards of truth values, as `grid[x][y]`.

use plygrade_engine::games::pacman::Cell;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};

/// Cells in one number of a packed grid.
const PACKED: usize = 30;

/// A board of values, `grid[x][y]`; (0, 0) is the lower-left cell.
///
/// A grid that came from a state is a set of bits until somebody indexes it; from then on it is
/// lists of lists, which may be written to.
#[pyclass(dict, weakref, module = "game")]
pub(crate) struct Grid {
    #[pyo3(get, set)]
    width: usize,
    #[pyo3(get, set)]
    height: usize,
    /// Cell (x, y) is bit `x * height + y`.
    bits: Vec<u64>,
    lists: Option<Py<PyList>>,
}

impl Grid {
    /// A grid that is true on `cells`.
    pub(crate) fn of_cells(width: u32, height: u32, cells: impl Iterator<Item = Cell>) -> Self {
        let (width, height) = (width as usize, height as usize);
        let mut bits = vec![0_u64; (width * height).div_ceil(64)];
        for cell in cells {
            let index = usize::from(cell.x) * height + usize::from(cell.y);
            bits[index / 64] |= 1 << (index % 64);
        }
        Grid { width, height, bits, lists: None }
    }

    fn bit(&self, x: usize, y: usize) -> bool {
        let index = x * self.height + y;
        self.bits.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The columns as lists of values, made now if they are not there.
    fn lists<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Some(lists) = &self.lists {
            return Ok(lists.bind(py).clone());
        }
        let columns = PyList::empty(py);
        for x in 0..self.width {
            columns.append(PyList::new(py, (0..self.height).map(|y| self.bit(x, y)))?)?;
        }
        self.lists = Some(columns.clone().unbind());
        Ok(columns)
    }

    /// The members, column by column, while nobody has indexed the grid.
    fn members(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let height = self.height;
        self.bits.iter().enumerate().flat_map(move |(word, bits)| {
            std::iter::successors(Some(*bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| {
                    let index = word * 64 + bits.trailing_zeros() as usize;
                    (index / height, index % height)
                })
        })
    }

    /// Whether it is another grid than the one of bits that it was made as.
    pub(crate) fn is_touched(&self, py: Python<'_>) -> PyResult<bool> {
        let Some(lists) = &self.lists else { return Ok(false) };
        let lists = lists.bind(py);
        if lists.len() != self.width {
            return Ok(true);
        }
        for (x, column) in lists.iter().enumerate() {
            let Ok(column) = column.cast_into::<PyList>() else { return Ok(true) };
            if column.len() != self.height {
                return Ok(true);
            }
            for (y, value) in column.iter().enumerate() {
                if value.is_truthy()? != self.bit(x, y) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The cells that are true, as (x, y).
    pub(crate) fn cells(&self, py: Python<'_>) -> PyResult<Vec<(u32, u32)>> {
        let Some(lists) = &self.lists else {
            return Ok(self.members().map(|(x, y)| (x as u32, y as u32)).collect());
        };
        let mut cells = Vec::new();
        for (x, column) in lists.bind(py).iter().enumerate() {
            for (y, value) in column.try_iter()?.enumerate() {
                if value?.is_truthy()? {
                    cells.push((x as u32, y as u32));
                }
            }
        }
        Ok(cells)
    }

    /// Width, height, and the cells as numbers of [`PACKED`] bits, the first cell the highest bit.
    fn packed(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let cells = self.width * self.height;
        let mut packed = vec![0_u64; 3 + cells / PACKED];
        packed[0] = self.width as u64;
        packed[1] = self.height as u64;
        for (x, y) in self.cells(py)? {
            let index = x as usize * self.height + y as usize;
            if let Some(number) = packed.get_mut(2 + index / PACKED) {
                *number |= 1 << (PACKED - 1 - index % PACKED);
            }
        }
        Ok(packed)
    }

    /// Takes the numbers of [`Grid::packed`] back, those after width and height.
    fn unpack(&mut self, packed: &[u64]) {
        let cells = self.width * self.height;
        self.lists = None;
        self.bits = vec![0; cells.div_ceil(64)];
        for index in 0..cells {
            let number = packed.get(index / PACKED).copied().unwrap_or_default();
            if number >> (PACKED - 1 - index % PACKED) & 1 == 1 {
                self.bits[index / 64] |= 1 << (index % 64);
            }
        }
    }

    fn columns<'py>(&mut self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.lists(py)?.iter().map(Ok).collect()
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl Grid {
    #[new]
    #[pyo3(signature = (width, height, initialValue = None, bitRepresentation = None))]
    fn new(
        py: Python<'_>,
        width: usize,
        height: usize,
        initialValue: Option<Py<PyAny>>,
        bitRepresentation: Option<Vec<u64>>,
    ) -> PyResult<Self> {
        let mut grid = Grid { width, height, bits: Vec::new(), lists: None };
        if let Some(packed) = bitRepresentation {
            grid.unpack(&packed);
            return Ok(grid);
        }
        let value =
            initialValue.unwrap_or_else(|| PyBool::new(py, false).to_owned().into_any().unbind());
        let columns = PyList::empty(py);
        for _ in 0..width {
            columns.append(PyList::new(py, (0..height).map(|_| value.clone_ref(py)))?)?;
        }
        grid.lists = Some(columns.unbind());
        Ok(grid)
    }

    #[classattr]
    fn CELLS_PER_INT() -> usize {
        PACKED
    }

    #[getter]
    fn data<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.lists(py)
    }

    #[setter]
    fn set_data(&mut self, data: Py<PyList>) {
        self.lists = Some(data);
    }

    fn __getitem__<'py>(
        &mut self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.lists(py)?.as_any().get_item(index)
    }

    fn __setitem__(
        &mut self,
        py: Python<'_>,
        index: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.lists(py)?.as_any().set_item(index, value)
    }

    #[pyo3(signature = (key = None))]
    fn asList<'py>(
        &mut self,
        py: Python<'py>,
        key: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let wanted = PyBool::new(py, true);
        let key = key.unwrap_or(wanted.as_any());
        if self.lists.is_none()
            && let Ok(flag) = key.cast::<PyBool>()
        {
            return if flag.is_true() {
                let mut cells = Vec::with_capacity(64);
                for (x, y) in self.members() {
                    cells.push(PyTuple::new(py, [x, y])?);
                }
                PyList::new(py, cells)
            } else {
                let cells = (0..self.width).flat_map(|x| (0..self.height).map(move |y| (x, y)));
                PyList::new(py, cells.filter(|(x, y)| !self.bit(*x, *y)))
            };
        }
        let cells = PyList::empty(py);
        for (x, column) in self.columns(py)?.iter().enumerate() {
            for (y, value) in column.try_iter()?.enumerate() {
                if value?.eq(key)? {
                    cells.append((x, y))?;
                }
            }
        }
        Ok(cells)
    }

    #[pyo3(signature = (item = None))]
    fn count(&mut self, py: Python<'_>, item: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let wanted = PyBool::new(py, true);
        let item = item.unwrap_or(wanted.as_any());
        if self.lists.is_none()
            && let Ok(flag) = item.cast::<PyBool>()
        {
            let members = self.bits.iter().map(|word| word.count_ones() as usize).sum::<usize>();
            return Ok(if flag.is_true() { members } else { self.width * self.height - members });
        }
        let mut count = 0;
        for column in self.columns(py)? {
            for value in column.try_iter()? {
                count += usize::from(value?.eq(item)?);
            }
        }
        Ok(count)
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let lists = match &self.lists {
            None => None,
            Some(lists) => {
                let columns = PyList::empty(py);
                for column in lists.bind(py).iter() {
                    columns.append(column.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
                }
                Some(columns.unbind())
            }
        };
        Ok(Grid { width: self.width, height: self.height, bits: self.bits.clone(), lists })
    }

    fn deepCopy(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn shallowCopy(&mut self, py: Python<'_>) -> PyResult<Self> {
        let lists = self.lists(py)?.unbind();
        let (width, height) = (self.width, self.height);
        Ok(Grid { width, height, bits: Vec::new(), lists: Some(lists) })
    }

    fn packBits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.packed(py)?)
    }

    fn _unpackBits(&mut self, bits: Vec<u64>) {
        self.unpack(&bits);
    }

    fn _cellIndexToPosition(&self, index: usize) -> (usize, usize) {
        (index / self.height.max(1), index % self.height.max(1))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = slf.py();
        match other.cast::<Grid>() {
            Ok(other) if slf.is(other) => Ok(true),
            Ok(other) => {
                let (mut own, mut others) = (slf.borrow_mut(), other.borrow_mut());
                match (&own.lists, &others.lists) {
                    (None, None) => Ok(own.height == others.height && own.bits == others.bits),
                    _ => own.lists(py)?.eq(others.lists(py)?),
                }
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let packed = self.packed(py)?;
        Ok(packed
            .iter()
            .fold(7, |hash: u64, word| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)))
    }

    fn __str__(&mut self, py: Python<'_>) -> PyResult<String> {
        let columns = self.columns(py)?;
        let mut text = String::new();
        for y in (0..self.height).rev() {
            for column in &columns {
                text.push(column.get_item(y)?.str()?.to_cow()?.chars().next().unwrap_or(' '));
            }
            if y > 0 {
                text.push('\n');
            }
        }
        Ok(text)
    }

    fn __repr__(&mut self, py: Python<'_>) -> PyResult<String> {
        self.__str__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let grid = slf.borrow();
        let packed = grid.packed(py)?;
        (slf.get_type(), (grid.width, grid.height, py.None(), &packed[2..])).into_pyobject(py)
    }
}
