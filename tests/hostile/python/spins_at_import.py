# verdict: timed-out
while True:
    pass
