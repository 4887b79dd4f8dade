"""What the course's grader is told of its project."""

STUDENT_CODE_DEFAULT = "multiAgents.py"
PROJECT_TEST_CLASSES = "multiagentTestClasses.py"
PROJECT_NAME = "Multi-agent search"
BONUS_PIC = False
