export { readCellUrls } from './cell-urls.ts'
export { Config } from './config.ts'
export { openDirectory } from './open-directory.ts'
export { addCell, type Cell, listCells, listNameEntries, type NameEntry } from './store.ts'
