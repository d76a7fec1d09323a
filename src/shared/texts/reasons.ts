import type { Language } from '../settings';

/**
 * What is wrong with a skill or server in plain Chinese, by the code of the reason. English has none: the reason's own message, which
 * names what is wrong exactly, is English already.
 */
export function reasonText(language: Language, code: string): string | null {
  return language === 'zh' ? (chinese[code] ?? null) : null;
}

const chinese: Readonly<Record<string, string>> = {
  skills_outside: 'skills 指向了包的外面，所以包里的技能都不使用。',
  skills_no_folder: 'skills 不是文件夹，所以包里没有技能。',
  skills_unreadable: 'skills 文件夹无法读取，所以包里的技能都不使用。',
  skill_outside: '这个技能指向了不允许的位置。',
  skill_no_file: 'SKILL.md 不是文件。',
  skill_too_many: '这个文件夹里的技能太多，其余的没有读取。',
  skill_name_unusable: '名字和文件夹名都不能用：要 64 个字符以内，不含空格和斜杠。',
  skill_too_large: 'SKILL.md 太大，超过 1 MiB。',
  skill_unreadable: 'SKILL.md 开头的信息写错了，读不出来。',
  skill_no_frontmatter: 'SKILL.md 开头没有名称和说明。',
  skill_name_missing: '没有写名称（name）。',
  skill_name_invalid: '名称只能用小写字母、数字和单个连字符，最多 64 个。',
  skill_name_mismatch: '名称和文件夹的名字不一样。',
  skill_description_missing: '没有写说明（description）。',
  skill_description_long: '说明太长，超过 1024 个字符。',
  skill_key_unknown: '开头有不认识的字段，已忽略。',
  skill_allowed_tools_list: 'allowed-tools 应写成一行文字，不是列表。',
  skill_compatibility: 'compatibility 应是一段不太长的文字。',
  skill_value_quoted: '有一个值应当加上引号，已按加了引号读取。',
  skill_shadowed: '另一个同名的技能优先，所以不用这一个。',
  mcp_outside: 'mcp.json 指向了包的外面，所以服务器都不使用。',
  mcp_no_file: 'mcp.json 不是文件，所以没有服务器。',
  mcp_too_large: 'mcp.json 太大，超过 1 MiB。',
  mcp_too_deep: 'mcp.json 的层次太多。',
  mcp_no_json: 'mcp.json 的写法有错误，读不出来。',
  mcp_no_object: 'mcp.json 的内容应是一个对象。',
  mcp_key_forbidden: 'mcp.json 里有不允许的字段名。',
  mcp_field_unknown: '有不认识的字段。',
  mcp_schema: 'mcp.json 的 $schema 不对。',
  mcp_servers: 'mcpServers 应是由服务器组成的对象。',
  mcp_too_many: '服务器太多，超过了允许的数量。',
  mcp_server_no_object: '这个服务器的内容应是一个对象。',
  mcp_server_name: 'MCP 服务器的名字里有看不见的字符。',
  mcp_server_no_name: '这个服务器没有名称。',
  mcp_type: '没有写类型，或类型不认识。',
  mcp_args: 'args 应是由文字组成的列表。',
  mcp_command: 'command 不对：应是一个命令名，或以 ./ 开头的包内文件。',
  mcp_command_arguments: 'command 只能是一个词，参数要写在 args 里。',
  mcp_command_missing: '包里没有 command 所写的文件。',
  mcp_command_outside: 'command 指向了包的外面。',
  mcp_env: 'env 应是由名称和文字组成的对象。',
  mcp_env_reserved: 'env 里不能设置 PLUGIN_ROOT 和 PLUGIN_DATA。',
  mcp_cwd: 'cwd 的写法不对。',
  mcp_cwd_outside: 'cwd 指向了允许的文件夹之外。',
  mcp_url: '没有写网址，或网址不完整。',
  mcp_url_userinfo: '网址里不能有用户名或密码。',
  mcp_url_fragment: '网址里不能有 # 后面的部分。',
  mcp_url_http: '除了这台电脑，网址要用 https。',
  mcp_headers: 'headers 应是由名称和文字组成的对象。',
  mcp_header_name: 'headers 里有不能用的名称。',
  mcp_header_value: 'headers 里有不能用的值。',
  mcp_header_twice: 'headers 里有重复的名称。',
};
