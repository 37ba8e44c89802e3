class Base {}
class Job implements Runnable {
}
