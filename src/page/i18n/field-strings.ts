/** Words of fields that count once they are applied. */
export const fieldStrings = {
  en: { apply: 'Apply', momentWrong: 'Date and time in UTC, 24 h, such as 2026-07-01 08:00' },
  zh: { apply: '应用', momentWrong: '请输入 UTC 日期和时间（24 小时制），例如 2026-07-01 08:00' },
} as const
