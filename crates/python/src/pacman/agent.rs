//! Where an agent is, and how.

use plygrade_engine::games::pacman::Direction;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

/// A position and a direction.
#[pyclass(dict, weakref, module = "game")]
pub(crate) struct Configuration {
    #[pyo3(get, set)]
    pos: Py<PyAny>,
    #[pyo3(get, set)]
    direction: Py<PyAny>,
}

#[pymethods]
#[allow(non_snake_case)]
impl Configuration {
    #[new]
    fn new(pos: Py<PyAny>, direction: Py<PyAny>) -> Self {
        Configuration { pos, direction }
    }

    fn getPosition(&self, py: Python<'_>) -> Py<PyAny> {
        self.pos.clone_ref(py)
    }

    fn getDirection(&self, py: Python<'_>) -> Py<PyAny> {
        self.direction.clone_ref(py)
    }

    fn isInteger(&self, py: Python<'_>) -> PyResult<bool> {
        let (x, y): (f64, f64) = self.pos.extract(py)?;
        Ok(x.fract() == 0.0 && y.fract() == 0.0)
    }

    /// The configuration after a movement by `vector`; without one the direction stays.
    fn generateSuccessor(&self, py: Python<'_>, vector: (Py<PyAny>, Py<PyAny>)) -> PyResult<Self> {
        let (dx, dy) = (vector.0.bind(py), vector.1.bind(py));
        let pos = self.pos.bind(py);
        let moved = (pos.get_item(0)?.add(dx)?, pos.get_item(1)?.add(dy)?).into_pyobject(py)?;
        let (dx, dy): (f64, f64) = (dx.extract()?, dy.extract()?);
        let direction = if dy > 0.0 {
            Direction::North
        } else if dy < 0.0 {
            Direction::South
        } else if dx < 0.0 {
            Direction::West
        } else if dx > 0.0 {
            Direction::East
        } else {
            let direction = self.direction.clone_ref(py);
            return Ok(Configuration { pos: moved.into_any().unbind(), direction });
        };
        let direction = PyString::intern(py, direction.name()).into_any().unbind();
        Ok(Configuration { pos: moved.into_any().unbind(), direction })
    }

    fn getNextState(&self, py: Python<'_>, vector: (Py<PyAny>, Py<PyAny>)) -> PyResult<Self> {
        self.generateSuccessor(py, vector)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Configuration>() {
            Ok(other) => {
                let other = other.borrow();
                Ok(self.pos.bind(py).eq(&other.pos)?
                    && self.direction.bind(py).eq(&other.direction)?)
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        Ok(self.pos.bind(py).hash()? ^ self.direction.bind(py).hash()?.wrapping_mul(13))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("(x,y)={}, {}", self.pos.bind(py).str()?, self.direction.bind(py).str()?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.__str__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Py<PyAny>, Py<PyAny>)) {
        let own = slf.borrow();
        let args = (own.pos.clone_ref(slf.py()), own.direction.clone_ref(slf.py()));
        (slf.get_type().into_any(), args)
    }
}

/// Where an agent of a native state is.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Whether Python sees ints: a ghost's position is made of floats once it has walked.
    pub(crate) is_int: bool,
    pub(crate) direction: Direction,
}

impl Spot {
    pub(crate) fn tuple<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.is_int {
            (self.x as i64, self.y as i64).into_pyobject(py)
        } else {
            (self.x, self.y).into_pyobject(py)
        }
    }

    fn configuration(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let pos = self.tuple(py)?.into_any().unbind();
        let direction = PyString::intern(py, self.direction.name()).into_any().unbind();
        Ok(Py::new(py, Configuration { pos, direction })?.into_any())
    }
}

impl Spot {
    /// Where a configuration says that an agent is.
    fn of(configuration: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pos = configuration.getattr("pos")?;
        let (x, y): (f64, f64) = pos.extract()?;
        let direction = configuration.getattr("direction")?.extract::<String>()?;
        let direction = Direction::named(&direction).unwrap_or_default();
        let is_int = pos.get_item(0)?.is_instance_of::<PyInt>();
        Ok(Spot { x, y, is_int, direction })
    }
}

/// What Python asks of a position that may still be native.
enum Place {
    Native(Spot),
    Object(Py<PyAny>),
}

impl Place {
    /// The configuration as an object, made now if it is not there.
    fn object(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Place::Native(spot) = self {
            *self = Place::Object(spot.configuration(py)?);
        }
        match self {
            Place::Object(object) => Ok(object.clone_ref(py)),
            Place::Native(_) => Ok(py.None()),
        }
    }

    fn copy(&self, py: Python<'_>) -> Self {
        match self {
            Place::Native(spot) => Place::Native(*spot),
            Place::Object(object) => Place::Object(object.clone_ref(py)),
        }
    }
}

/// An agent in a state.
#[pyclass(dict, weakref, module = "game")]
#[allow(non_snake_case)]
pub(crate) struct AgentState {
    start: Place,
    place: Place,
    #[pyo3(get, set)]
    isPacman: bool,
    #[pyo3(get)]
    scaredTimer: Py<PyAny>,
    /// Somebody has set the timer.
    touched: bool,
    #[pyo3(get, set)]
    numCarrying: i64,
    #[pyo3(get, set)]
    numReturned: i64,
}

impl AgentState {
    pub(crate) fn native(
        py: Python<'_>,
        start: Spot,
        spot: Spot,
        is_pacman: bool,
        scared: u32,
    ) -> Self {
        AgentState {
            start: Place::Native(start),
            place: Place::Native(spot),
            isPacman: is_pacman,
            scaredTimer: PyInt::new(py, scared).into_any().unbind(),
            touched: false,
            numCarrying: 0,
            numReturned: 0,
        }
    }

    /// Whether it may be another agent than the one that it was made for.
    pub(crate) fn is_touched(&self) -> bool {
        self.touched || matches!(self.place, Place::Object(_))
    }

    /// Where it is, and how long it is scared.
    pub(crate) fn spot(&self, py: Python<'_>) -> PyResult<(Spot, u32)> {
        let spot = match &self.place {
            Place::Native(spot) => *spot,
            Place::Object(configuration) => Spot::of(configuration.bind(py))?,
        };
        Ok((spot, self.scaredTimer.extract::<i64>(py)?.max(0) as u32))
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl AgentState {
    #[new]
    fn new(py: Python<'_>, startConfiguration: Py<PyAny>, isPacman: bool) -> Self {
        AgentState {
            start: Place::Object(startConfiguration.clone_ref(py)),
            place: Place::Object(startConfiguration),
            isPacman,
            scaredTimer: PyInt::new(py, 0).into_any().unbind(),
            touched: true,
            numCarrying: 0,
            numReturned: 0,
        }
    }

    #[setter]
    fn set_scaredTimer(&mut self, timer: Py<PyAny>) {
        self.scaredTimer = timer;
        self.touched = true;
    }

    #[getter]
    fn start(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.start.object(py)
    }

    #[setter]
    fn set_start(&mut self, start: Py<PyAny>) {
        self.start = Place::Object(start);
    }

    #[getter]
    fn configuration(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.place.object(py)
    }

    #[setter]
    fn set_configuration(&mut self, configuration: Py<PyAny>) {
        self.place = Place::Object(configuration);
    }

    fn getPosition(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.place {
            Place::Native(spot) => Ok(spot.tuple(py)?.into_any().unbind()),
            Place::Object(object) if object.is_none(py) => Ok(py.None()),
            Place::Object(object) => object.call_method0(py, "getPosition"),
        }
    }

    fn getDirection(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.place {
            Place::Native(spot) => {
                Ok(PyString::intern(py, spot.direction.name()).into_any().unbind())
            }
            Place::Object(object) => object.call_method0(py, "getDirection"),
        }
    }

    pub(crate) fn copy(&self, py: Python<'_>) -> Self {
        AgentState {
            start: self.start.copy(py),
            place: self.place.copy(py),
            isPacman: self.isPacman,
            scaredTimer: self.scaredTimer.clone_ref(py),
            touched: self.touched,
            numCarrying: self.numCarrying,
            numReturned: self.numReturned,
        }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = slf.py();
        match other.cast::<AgentState>() {
            Ok(other) if slf.is(other) => Ok(true),
            Ok(other) => {
                let own = slf.borrow_mut().place.object(py)?;
                let others = other.borrow_mut().place.object(py)?;
                Ok(own.bind(py).eq(others)?
                    && slf.borrow().scaredTimer.bind(py).eq(&other.borrow().scaredTimer)?)
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&mut self, py: Python<'_>) -> PyResult<isize> {
        let place = self.place.object(py)?.bind(py).hash()?;
        Ok(place ^ self.scaredTimer.bind(py).hash()?.wrapping_mul(13))
    }

    fn __str__(&mut self, py: Python<'_>) -> PyResult<String> {
        let kind = if self.isPacman { "Pacman" } else { "Ghost" };
        Ok(format!("{kind}: {}", self.place.object(py)?.bind(py).str()?))
    }

    fn __repr__(&mut self, py: Python<'_>) -> PyResult<String> {
        self.__str__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let mut own = slf.borrow_mut();
        let (start, place) = (own.start.object(py)?, own.place.object(py)?);
        let timer = own.scaredTimer.clone_ref(py);
        (slf.get_type(), (start, own.isPacman), (place, timer)).into_pyobject(py)
    }

    fn __setstate__(&mut self, state: (Py<PyAny>, Py<PyAny>)) {
        self.place = Place::Object(state.0);
        self.scaredTimer = state.1;
        self.touched = true;
    }
}
