const a = 1;
abstract class Job {
}
