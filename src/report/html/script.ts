import { COPY } from './script/copy.ts'
import { FILTER } from './script/filter.ts'
import { OPEN } from './script/open.ts'
import { THEME } from './script/theme.ts'

/** All of it only adds to the page: each part shows the controls that it brings to life. */
export const SCRIPT = ['"use strict"', THEME, COPY, OPEN, FILTER].map((part) => part.trim()).join(';\n')
