// Where the program makes a call.

/** The frames of the stack outside of these files, innermost first. */
function frames(ownFiles) {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack } = new Error('place');
  Error.stackTraceLimit = limit;
  return String(stack).split('\n').slice(1).filter(line => !ownFiles.some(file => line.includes(file)));
}

/** Returns the place of the innermost frame that is in none of the files, as "file:line:column". */
export function placeOfCaller(ownFiles) {
  for (const line of frames(ownFiles)) {
    const place = /(?:^| |\()((?:[a-z]+:\/\/|\/|[A-Za-z]:[\\/])[^()]*:\d+:\d+)\)?$/.exec(line.trim())?.[1];
    if (place) return decodeURI(place.replaceAll('\\', '/'));
  }
  return undefined;
}

/** Whether Node itself makes the current call. */
export function isCalledByNode(ownFiles) {
  return /[( ]node:/.test(frames(ownFiles)[0] ?? '');
}
