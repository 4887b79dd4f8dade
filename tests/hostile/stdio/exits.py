# verdict: crashed
import sys
sys.exit(0)
