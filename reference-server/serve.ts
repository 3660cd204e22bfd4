import { enableCompileCache } from 'node:module'

// Reading the sources takes two thirds of the start: the imports come after this, so that it is done once per change.
enableCompileCache()
const { serve } = await import('./command.ts')
await serve()
