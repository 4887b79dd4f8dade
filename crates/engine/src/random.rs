//! The generator behind every seeded game: MT19937, seeded and drawn as CPython's `random` does,
//! so that a game with a seed is the same here and in a Python submission.
//!
//! The recurrence and its initialisations are Matsumoto and Nishimura's (2002); what CPython adds
//! is how a seed becomes a key and how floats and ranges are drawn from 32-bit words.

use crate::sha512;

/// How many words the generator's state has.
pub const WORDS: usize = 624;

const SHIFT: usize = 397;

/// MT19937 with CPython's drawing methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MersenneTwister {
    words: [u32; WORDS],
    /// How many of `words` have been drawn since they were last renewed.
    index: usize,
}

impl MersenneTwister {
    /// `random.seed(n)`: the sign of `n` is ignored.
    #[must_use]
    pub fn seed_int(n: i128) -> Self {
        let size = n.unsigned_abs();
        Self::seed_words(&[0, 32, 64, 96].map(|shift| (size >> shift) as u32))
    }

    /// `random.seed(n)` for an integer of any size: the 32-bit digits of |n|, lowest first.
    #[must_use]
    pub fn seed_words(digits: &[u32]) -> Self {
        let used = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        Self::seed_key(if used == 0 { &[0] } else { &digits[..used] })
    }

    /// `random.seed(text)`, version 2: the UTF-8 bytes followed by their SHA-512, read as one
    /// big-endian number.
    #[must_use]
    pub fn seed_str(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        bytes.extend(sha512::digest(text.as_bytes()));
        let digits: Vec<u32> = bytes
            .rchunks(4)
            .map(|chunk| chunk.iter().fold(0, |digit, byte| digit << 8 | u32::from(*byte)))
            .collect();
        Self::seed_words(&digits)
    }

    /// The generator with the state that Python's `random.getstate()[1]` holds: its first 624
    /// numbers and its last. `None` when `index` is beyond 624.
    #[must_use]
    pub fn from_state(words: [u32; WORDS], index: usize) -> Option<Self> {
        (index <= WORDS).then_some(MersenneTwister { words, index })
    }

    /// The state, as [`MersenneTwister::from_state`] takes it.
    #[must_use]
    pub fn state(&self) -> (&[u32; WORDS], usize) {
        (&self.words, self.index)
    }

    /// `random.random()`: a multiple of 2^-53 in [0, 1), from two draws.
    pub fn random(&mut self) -> f64 {
        let high = u64::from(self.next_word() >> 5);
        let low = u64::from(self.next_word() >> 6);
        // Below 2^53, so that both the conversion and the scaling are exact.
        (high << 26 | low) as f64 * 2.0_f64.powi(-53)
    }

    /// `random.getrandbits(bits)` for at most 64 bits; more are cut to 64.
    pub fn getrandbits(&mut self, bits: u32) -> u64 {
        match bits {
            0 => 0,
            1..=32 => u64::from(self.next_word() >> (32 - bits)),
            _ => {
                let low = u64::from(self.next_word());
                low | self.getrandbits(bits.min(64) - 32) << 32
            }
        }
    }

    /// `random.randrange(n)`, and the index that `random.choice` takes from `n` things: draws as
    /// many bits as `n` has until they are below `n`. 0, without a draw, when `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let bits = u64::BITS - n.leading_zeros();
        loop {
            let drawn = self.getrandbits(bits);
            if drawn < n {
                return drawn;
            }
        }
    }

    /// `random.choice(things)`; `None` when there are none.
    pub fn choice<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len() as u64) as usize)
    }

    /// `random.shuffle(things)`.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// The next 32 bits.
    pub fn next_word(&mut self) -> u32 {
        if self.index >= WORDS {
            self.renew();
        }
        let mut word = self.words[self.index];
        self.index += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn renew(&mut self) {
        for i in 0..WORDS {
            let joined = self.words[i] & 0x8000_0000 | self.words[(i + 1) % WORDS] & 0x7fff_ffff;
            let twist = if joined & 1 == 0 { 0 } else { 0x9908_b0df };
            self.words[i] = self.words[(i + SHIFT) % WORDS] ^ joined >> 1 ^ twist;
        }
        self.index = 0;
    }

    /// Initialisation from one word.
    fn seed_word(seed: u32) -> Self {
        let mut words = [0_u32; WORDS];
        words[0] = seed;
        for i in 1..WORDS {
            let before = words[i - 1];
            words[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        MersenneTwister { words, index: WORDS }
    }

    /// Initialisation from a key of one word or more.
    fn seed_key(key: &[u32]) -> Self {
        let mut generator = Self::seed_word(19_650_218);
        let words = &mut generator.words;
        let mut i = 1;
        // The first word repeats the last whenever the walk wraps around.
        let step = |words: &mut [u32; WORDS], i: &mut usize, factor: u32, add: u32| {
            let before = words[*i - 1];
            words[*i] =
                (words[*i] ^ (before ^ before >> 30).wrapping_mul(factor)).wrapping_add(add);
            *i += 1;
            if *i == WORDS {
                words[0] = words[WORDS - 1];
                *i = 1;
            }
        };
        for k in 0..key.len().max(WORDS) {
            let j = k % key.len();
            step(words, &mut i, 1_664_525, key[j].wrapping_add(j as u32));
        }
        for _ in 1..WORDS {
            let subtract = (i as u32).wrapping_neg();
            step(words, &mut i, 1_566_083_941, subtract);
        }
        words[0] = 0x8000_0000;
        generator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(mut generator: MersenneTwister) -> [f64; 3] {
        [(); 3].map(|()| generator.random())
    }

    /// `init_by_array({0x123, 0x234, 0x345, 0x456})` of the authors' `mt19937ar.out`.
    #[test]
    fn published_words() {
        let mut generator = MersenneTwister::seed_words(&[0x123, 0x234, 0x345, 0x456]);
        let words = [(); 5].map(|()| generator.next_word());
        assert_eq!(words, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
    }

    /// Recorded from Python 3.11: `random.seed(n)`, then `random.random()` thrice.
    #[test]
    fn floats_after_an_int() {
        assert_eq!(
            floats(MersenneTwister::seed_int(0)),
            [0.8444218515250481, 0.7579544029403025, 0.420571580830845]
        );
        assert_eq!(
            floats(MersenneTwister::seed_int(1)),
            [0.13436424411240122, 0.8474337369372327, 0.763774618976614]
        );
        assert_eq!(
            floats(MersenneTwister::seed_int(-42)),
            [0.6394267984578837, 0.025010755222666936, 0.27502931836911926]
        );
        assert_eq!(
            floats(MersenneTwister::seed_int(1 << 32)),
            [0.11299430095636409, 0.41782886486292836, 0.0166763664992291]
        );
        assert_eq!(
            floats(MersenneTwister::seed_int(i128::from(u64::MAX))),
            [0.021825695401270107, 0.3380953268613758, 0.21196748656082065]
        );
        assert_eq!(
            floats(MersenneTwister::seed_int((1 << 100) + 7)),
            [0.41604161323913513, 0.32676498245430574, 0.5566705938449678]
        );
        let mut digits = [0; 25];
        (digits[0], digits[9], digits[20]) = (7, 3, 1);
        assert_eq!(
            floats(MersenneTwister::seed_words(&digits)),
            [0.9961495642568229, 0.8453229516589044, 0.7877398479239792]
        );
    }

    /// A key longer than the state: 700 words, all 5.
    #[test]
    fn a_long_key() {
        assert_eq!(
            floats(MersenneTwister::seed_words(&[5; 700])),
            [0.7577660772785174, 0.427450410119773, 0.4795645874496409]
        );
    }

    /// Recorded from Python 3.11: `random.seed(text)`.
    #[test]
    fn floats_after_a_string() {
        assert_eq!(
            floats(MersenneTwister::seed_str("")),
            [0.9602256525641875, 0.595411957851699, 0.3880117152955401]
        );
        assert_eq!(
            floats(MersenneTwister::seed_str("0")),
            [0.3616904771377427, 0.9067071769868569, 0.36288511911559707]
        );
        assert_eq!(
            floats(MersenneTwister::seed_str("cs188")),
            [0.7475483211151746, 0.5977100997005484, 0.8725319076988809]
        );
        assert_eq!(
            floats(MersenneTwister::seed_str(&"棋".repeat(60))),
            [0.02668977189295807, 0.5737650266882913, 0.09844272222954586]
        );
    }

    /// Recorded from Python 3.11, one after the other after `random.seed(2014)`.
    #[test]
    fn bits_ranges_choices() {
        let mut generator = MersenneTwister::seed_int(2014);
        let bits = [1, 7, 31, 32, 33, 64].map(|bits| generator.getrandbits(bits));
        assert_eq!(
            bits,
            [0, 74, 855_898_435, 813_337_761, 3_934_288_523, 3_802_588_160_415_712_676]
        );
        let ranges = [1, 2, 3, 5, 8, 1000, 1_000_000_000_000].map(|n| generator.below(n));
        assert_eq!(ranges, [0, 1, 2, 3, 0, 624, 392_564_225_704]);
        let letters = [(); 6].map(|()| generator.choice(&['a', 'b', 'c', 'd', 'e']).copied());
        assert_eq!(letters, ['b', 'e', 'd', 'b', 'd', 'b'].map(Some));
        let mut things = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        generator.shuffle(&mut things);
        assert_eq!(things, [8, 9, 3, 2, 5, 6, 7, 1, 0, 4]);
        for _ in 0..700 {
            generator.random();
        }
        assert_eq!(generator.random(), 0.8374611613376797);
        let (words, index) = generator.state();
        assert_eq!((words[0], words[623], index), (2_843_614_790, 1_716_726_692, 191));
    }

    #[test]
    fn empty_ranges_draw_nothing() {
        let mut generator = MersenneTwister::seed_int(3);
        assert_eq!((generator.below(0), generator.getrandbits(0)), (0, 0));
        assert_eq!(generator.choice::<u8>(&[]), None);
        assert_eq!(generator, MersenneTwister::seed_int(3));
    }

    #[test]
    fn a_state_goes_out_and_comes_back() {
        let mut generator = MersenneTwister::seed_str("exchange");
        generator.random();
        let (words, index) = generator.state();
        let mut copy = MersenneTwister::from_state(*words, index).expect("index is 2");
        assert_eq!(copy.random(), generator.random());
        assert_eq!(MersenneTwister::from_state([1; WORDS], 625), None);
    }
}
