# verdict: invalid-answer
import os

os.write(1, bytes(range(256)) * 64 + b"\n")
os.read(0, 1)
