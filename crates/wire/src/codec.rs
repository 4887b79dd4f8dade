//! Numbers, texts and lists as bytes.

use std::fmt;

use crate::{LIST_LIMIT, TEXT_LIMIT};

/// Why bytes could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// They end too early; more may come.
    Incomplete,
    /// They are nothing that this protocol knows.
    Unknown,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::Incomplete => "the message ends too early",
            Malformed::Unknown => "the message is malformed",
        })
    }
}

impl std::error::Error for Malformed {}

/// Appends values to bytes.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// What was written.
    pub bytes: Vec<u8>,
}

impl Writer {
    /// One byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Seven bits a byte, lowest first.
    pub fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    /// A number with a sign, small ones short.
    pub fn signed(&mut self, n: i64) {
        self.number((n << 1 ^ n >> 63) as u64);
    }

    /// All 64 bits.
    pub fn float(&mut self, x: f64) {
        self.bytes.extend(x.to_bits().to_le_bytes());
    }

    /// The length in bytes, then UTF-8.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    /// Whether there is a value, then the value.
    pub fn option<T>(&mut self, value: &Option<T>, mut write: impl FnMut(&mut Self, &T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    /// The length, then the items.
    pub fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as u64);
        for item in items {
            write(self, item);
        }
    }
}

/// Takes values off the front of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Reads `bytes` from the front.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Self {
        Reader { bytes }
    }

    /// What has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &'b [u8] {
        self.bytes
    }

    fn take(&mut self, n: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.bytes.split_at_checked(n).ok_or(Malformed::Incomplete)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// See [`Writer::byte`].
    ///
    /// # Errors
    /// [`Malformed`], here and in the other methods.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    /// See [`Writer::number`].
    pub fn number(&mut self) -> Result<u64, Malformed> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(Malformed::Unknown)
    }

    /// A number that fits into 32 bits.
    pub fn small(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.number()?).map_err(|_| Malformed::Unknown)
    }

    /// See [`Writer::signed`].
    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let n = self.number()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    /// See [`Writer::float`].
    pub fn float(&mut self) -> Result<f64, Malformed> {
        let bytes = self.take(8)?;
        let mut bits = [0; 8];
        bits.copy_from_slice(bytes);
        Ok(f64::from_bits(u64::from_le_bytes(bits)))
    }

    /// See [`Writer::text`].
    pub fn text(&mut self) -> Result<String, Malformed> {
        let length = self.length(TEXT_LIMIT)?;
        let bytes = self.take(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| Malformed::Unknown)
    }

    /// See [`Writer::option`].
    pub fn option<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Option<T>, Malformed> {
        match self.byte()? {
            0 => Ok(None),
            1 => read(self).map(Some),
            _ => Err(Malformed::Unknown),
        }
    }

    /// See [`Writer::list`].
    pub fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let length = self.length(LIST_LIMIT)?;
        // Not reserved: a length is only a claim until the items are there.
        let mut items = Vec::new();
        for _ in 0..length {
            items.push(read(self)?);
        }
        Ok(items)
    }

    fn length(&mut self, limit: usize) -> Result<usize, Malformed> {
        let length = self.small()? as usize;
        if length <= limit { Ok(length) } else { Err(Malformed::Unknown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let mut writer = Writer::default();
        for n in [0, 1, 127, 128, 300, u64::MAX] {
            writer.number(n);
        }
        for n in [0, -1, 1, i64::MIN, i64::MAX] {
            writer.signed(n);
        }
        writer.text("吃豆人");
        writer.float(-0.5);
        let mut reader = Reader::new(&writer.bytes);
        for n in [0, 1, 127, 128, 300, u64::MAX] {
            assert_eq!(reader.number(), Ok(n));
        }
        for n in [0, -1, 1, i64::MIN, i64::MAX] {
            assert_eq!(reader.signed(), Ok(n));
        }
        assert_eq!(reader.text().as_deref(), Ok("吃豆人"));
        assert_eq!(reader.float(), Ok(-0.5));
        assert_eq!(reader.byte(), Err(Malformed::Incomplete));
    }

    #[test]
    fn no_length_is_believed() {
        let mut writer = Writer::default();
        writer.number(u64::from(u32::MAX));
        assert_eq!(Reader::new(&writer.bytes).text(), Err(Malformed::Unknown));
        assert_eq!(Reader::new(&writer.bytes).list(Reader::byte), Err(Malformed::Unknown));
        assert_eq!(Reader::new(&[0x80; 10]).number(), Err(Malformed::Unknown));
    }
}
