export function replay(recording) {
}
