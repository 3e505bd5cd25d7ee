/** Whether a text of the situation says more than that time has passed: the time it begins with, how long ago something was, and how much of a hold time was observed. */
export function isNewSituation(before: string, after: string): boolean {
  return withoutTimes(before) !== withoutTimes(after)
}

function withoutTimes(text: string): string {
  return text.replace(/^[\d :-]+ UTC/, '').replace(/\d+(?= min ago|分钟，未记录|%)/g, '')
}
