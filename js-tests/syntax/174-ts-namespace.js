const a = 1;
namespace Jobs {
}
