import fc from 'fast-check'

/** Every run of the tests tries the same, so that what turns red is what was changed; `FC_SEED=random npm test` looks further. */
const { FC_SEED = '1' } = process.env
if (FC_SEED !== 'random') fc.configureGlobal({ seed: Number(FC_SEED) })
