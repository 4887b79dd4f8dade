# build: wrote more to files than it may
# Many empty files: at most 300,000.
import os

for folder in range(300):
    os.mkdir(str(folder))
    for file in range(1000):
        os.close(os.open(f"{folder}/{file}", os.O_CREAT | os.O_WRONLY))
