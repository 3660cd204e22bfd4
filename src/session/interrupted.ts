export const INTERRUPTED = 'the run was interrupted before it could be tried'
