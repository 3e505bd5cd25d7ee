import { addWords } from '../../i18n/add-words.ts'
import { strings } from './strings.ts'

// All but the layer's name: they come with what says them.
addWords('earthquakes', strings)
