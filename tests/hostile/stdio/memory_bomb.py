# verdict: killed | crashed | timed-out
# At most 4 GiB.
kept = []
for _ in range(64):
    kept.append(bytearray(b"x") * (64 << 20))
