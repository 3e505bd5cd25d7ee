import { addWords } from '../../i18n/add-words.ts'

addWords(import.meta.glob('../../../locales/*/earthquakes.json', { eager: true, import: 'default' }))

// All but the layer's name: they come with what says them.
