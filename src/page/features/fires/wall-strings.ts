/** Wall texts of fires. */
export const wallStrings = {
  en: {
    unit: 'hotspots in view',
    cells: '24 h, {{loaded}} of {{wanted}} cells',
    newest: 'newest {{age}} old',
    age: 'Hours since detection',
  },
  zh: {
    unit: '个火点（视野内）',
    cells: '24 小时，{{loaded}}/{{wanted}} 个网格',
    newest: '最新 {{age}}前',
    age: '探测后小时数',
  },
} as const
