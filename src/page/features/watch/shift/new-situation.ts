/** Whether a text of the situation changed beyond the passing of time: its start time, ages, and observed shares. */
export function isNewSituation(before: string, after: string): boolean {
  return withoutTimes(before) !== withoutTimes(after)
}

function withoutTimes(text: string): string {
  return text.replace(/^[\d :-]+ UTC/, '').replace(/\d+(?= min ago|分钟，未记录|%)/g, '')
}
