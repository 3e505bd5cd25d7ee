/** Wall texts of fires. */
export const wallStrings = {
  en: {
    unit: 'in view · age in h',
    cells: '{{loaded}} of {{wanted}} cells loaded',
    newest: 'Newest {{age}} old',
    age: 'Hours since detection',
  },
  zh: {
    unit: '视野内 · 距今小时',
    cells: '已载入 {{loaded}}/{{wanted}} 个网格',
    newest: '最新 {{age}}前',
    age: '距探测时间（小时）',
  },
} as const
