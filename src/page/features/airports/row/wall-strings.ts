/** Wall texts of airports. */
export const wallStrings = {
  en: { unit: 'of {{airports}} report', newest: 'Last 2 h; newest {{age}} old' },
  zh: { unit: '/ {{airports}} 个有报文', newest: '近 2 小时；最新 {{age}}前' },
} as const
