/** One thing `secagent doctor` looked at. */
export interface Check {
  name:
    | 'node'
    | 'data_folder'
    | 'database'
    | 'settings'
    | 'managed_settings'
    | 'proxy'
    | 'model'
    | (string & {});
  status: 'ok' | 'warning' | 'error';
  message: string;
}
