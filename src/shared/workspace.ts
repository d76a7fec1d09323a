/** A folder to work in (S28). */
export interface WorkspaceFolder {
  /** absolute */
  path: string;
  /** last part of the path */
  name: string;
  /** false: moved, deleted, or on a drive that is not there. The default is made when it is needed. */
  exists: boolean;
}

export interface WorkspaceList {
  /** of the session that was asked about, else of new chats */
  folder: WorkspaceFolder;
  /** Documents/SecAgent, unless the start says otherwise */
  default: WorkspaceFolder;
  /** chosen before, newest first, ten at most */
  recents: WorkspaceFolder[];
}
