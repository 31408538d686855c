// Prints the documentation comments of a file, one a line, as the compiler reads them.
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

public class JavaComments {
  public static void main(String[] files) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var problems = new DiagnosticCollector<JavaFileObject>();
    var manager = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8);
    var sources = manager.getJavaFileObjects(new File(files[0]));
    var task = (JavacTask) compiler.getTask(null, manager, problems, List.of("-proc:none"), null, sources);
    var docs = DocTrees.instance(task);
    var out = new PrintStream(System.out, true, "UTF-8");
    for (CompilationUnitTree unit : task.parse()) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void scan(Tree tree, Void none) {
          var around = getCurrentPath();
          var path = tree == null || around == null ? null : new TreePath(around, tree);
          var said = path == null ? null : docs.getDocComment(path);
          if (said != null) out.println(said.strip().replace("\n", " "));
          return super.scan(tree, none);
        }
      }.scan(unit, null);
    }
    if (!problems.getDiagnostics().isEmpty()) throw new Exception(problems.getDiagnostics().toString());
  }
}
