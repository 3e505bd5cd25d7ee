/** Words of the list, which load with the row. */
export const airportListStrings = {
  en: {
    title: 'Airports in view',
    none: 'None in view',
    note: '{{shown}} of {{all}}, the lowest category first',
  },
  zh: {
    title: '视野内的机场',
    none: '视野内没有机场',
    note: '{{all}} 个中的 {{shown}} 个，类别最低者在前',
  },
} as const
