"""Starts the worker: `python start.py SUBMISSION KIND`."""

import os
import sys

import _plygrade_worker

if __name__ == "__main__":
    _plygrade_worker.main(*sys.argv[1:3])
    _plygrade_worker.flush(sys.stdout)
    # Threads that a submission left behind cannot hold the process.
    os._exit(0)
