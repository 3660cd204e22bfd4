/** What `--insecure` makes of a run; everywhere in the same words. */
export const INSECURE =
  '--insecure: no certificate is checked: whoever stands in between can read the keys, and answer for the deployment'
