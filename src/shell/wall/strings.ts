/** The wall's own words. */
export const wallStrings = {
  en: {
    name: 'Wall display',
    leave: 'Esc or a long press leads back to the desk',
    home: 'Whole area',
    storm: 'Busiest storm: {{strikes}} strikes in 10 min around {{place}}',
    region: {
      north: 'North China',
      northeast: 'Northeast China',
      east: 'East China',
      south: 'South China',
      southwest: 'Southwest China',
      northwest: 'Northwest China',
    },
    clocks: 'Clocks',
  },
  zh: {
    name: '墙面大屏',
    leave: '按 Esc 或长按返回工作台',
    home: '全区域',
    storm: '最强雷暴：{{place}} 附近 10 分钟内 {{strikes}} 次闪击',
    region: {
      north: '华北',
      northeast: '东北',
      east: '华东',
      south: '华南',
      southwest: '西南',
      northwest: '西北',
    },
    clocks: '时钟',
  },
} as const
