// always:
// The timeout of the second callback may be over before an idle period starts.
requestIdleCallback(() => console.log('patient'));
requestIdleCallback(() => console.log('impatient'), { timeout: 5 });
