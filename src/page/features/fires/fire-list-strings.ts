/** Words of the list, which load with the row. */
export const fireListStrings = {
  en: {
    title: 'Fires in view',
    none: 'None loaded in view',
    note: 'The youngest {{shown}} of {{all}}, the youngest first',
    old: '{{age}} old',
  },
  zh: {
    title: '视野内的火点',
    none: '视野内没有已加载的火点',
    note: '{{all}} 个中最新的 {{shown}} 个，最新在前',
    old: '距今 {{age}}',
  },
} as const
