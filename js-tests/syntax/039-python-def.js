const n = 2;
def run(task):
    task()
