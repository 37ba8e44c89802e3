// Formats of dates that ECMAScript does not define, as in V8. Under virtual time, local time is UTC.
for (const text of [
  '2019/10/16', '11/30/2021 00:00:00', '12/12/2022', '2025/5/15', 'Fri, 17 Apr 2020 07:10:00 +0800',
  'Friday, 17 Apr 2020 07:10:00 +0800', 'Mon, 25 Dec 1995 13:30:00 +0430', '06 Sep 2024', 'Sep 6, 2024', 'Sep 6',
  '2024-01-01 10:00', '2024-01-01 10:00:00Z', '2024-1-1', '2021-04-30T15:19:02.937000+00:00',
  '2016-02-24T22:29:26.557415Z', '2019-08-07T00:00:00.760738998Z', '2021-08-31T17:00:00.000+0300',
  'Tue Mar 01 2022 10:00:00 GMT+0200 (EET)', 'Thu, 01 Jan 1970 00:00:00 GMT', '2019-08-07T00:00:00.5Z',
  '1 March 2022 10:00 UTC', '1/2/49', '1/2/50', '12:30 PM 1/2/2024', '1/2/2024 12:30 am EST', '2024', '2024-02-30',
  '2024-02-32', '24:00 1/1/2024', '2024-01-01T24:00', '2024-01-01T24:01', '20240101', 'today', '', '(x) 5 May 2024',
  '2024-01-01T10:00:00+25:00', 'Mai 5 2024', '5 Mayo 2024', '1/1/2024 10:00 J',
]) {
  const date = new Date(text);
  console.log(text, '=>', isNaN(date) ? 'Invalid Date' : date.toISOString(), Object.is(Date.parse(text), +date));
}
const date = new Date(2024, 1, 9, 13, 5, 7);
console.log(String(date), '|', date.toTimeString(), '|', date.toUTCString(), '|', date.toDateString());
console.log(date.toLocaleString(), '|', date.toLocaleDateString(), '|', date.toLocaleTimeString());
console.log(Date.name, Date.length, String(Date), date.constructor === Date, typeof Date(),
  Reflect.ownKeys(Date).join());
class Day extends Date { next() { const day = new Day(this); day.setDate(this.getDate() + 1); return day } }
console.log(new Day('Feb 28, 2024').next().next().toISOString(), new Day() instanceof Date, Day.UTC(2024));
