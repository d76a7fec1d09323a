/** What the demo model says: text, and a tool call after it. */
export interface DemoReply {
  text: string;
  call?: { name: string; args: Record<string, unknown> };
}

export function explainResult(
  results: readonly { name: string; output: string }[],
  chinese: boolean,
): DemoReply {
  const blocks = results
    .map(({ name, output }) => `**${name}**\n\n\`\`\`\n${readable(output).slice(0, 4000)}\n\`\`\``)
    .join('\n\n');
  return {
    text: chinese
      ? `（演示模型）工具已返回结果：\n\n${blocks}\n\n连接真正的模型后，这里会是用自然语言写的回答。`
      : `(Demo model) The tool returned:\n\n${blocks}\n\nWith a real model connected, an answer in plain words would stand here.`,
  };
}

/** JSON with line breaks; anything else as it is. */
function readable(output: string): string {
  try {
    return JSON.stringify(JSON.parse(output), null, 2);
  } catch {
    return output;
  }
}

export function missingArguments(tool: string, missing: readonly string[], chinese: boolean): DemoReply {
  const names = missing.map((name) => `\`${name}\``).join(chinese ? '、' : ', ');
  return {
    text: chinese
      ? `（演示模型）我会调用工具 \`${tool}\`，但在消息里没有找到参数：${names}。可以这样写：\`${missing[0]}: 值\`。`
      : `(Demo model) I would call the tool \`${tool}\`, but the message lacks: ${names}. You can write \`${missing[0]}: value\`.`,
  };
}

export function explainSetup(
  tools: readonly { name: string; description?: string | undefined }[],
  chinese: boolean,
): DemoReply {
  const list = tools
    .slice(0, 8)
    .map((tool) => `- \`${tool.name}\` – ${(tool.description ?? '').split('\n')[0]?.slice(0, 80)}`)
    .join('\n');
  if (chinese) {
    const known = list
      ? `\n\n我现在能调用这些工具，可以直接提到它们：\n\n${list}`
      : '\n\n我现在没有可以直接调用的工具。已安装的插件可以在“能力”里启用；还没有插件，就把插件的 zip 文件拖进窗口。';
    return {
      text: `我是内置的**演示模型**，不联网，只能按规则挑选工具，不会真正理解问题。\n\n要连接真正的模型，请打开“设置 → 模型”；命令行用环境变量 \`SECAGENT_BASE_URL\`、\`SECAGENT_API_KEY\` 和 \`SECAGENT_MODEL\`。${known}`,
    };
  }
  const known = list
    ? `\n\nThese are the tools I can call now; mention one:\n\n${list}`
    : '\n\nThere is no tool I can call right now. Installed plugins are switched on under Capabilities; if there are none, drop a plugin zip onto the window.';
  return {
    text: `I am the built-in **demo model**. I work offline, pick tools by simple rules and don't really understand questions.\n\nTo connect a real model, open Settings → Models; in the terminal, set \`SECAGENT_BASE_URL\`, \`SECAGENT_API_KEY\` and \`SECAGENT_MODEL\`.${known}`,
  };
}
