package cloudsec.fake;

import java.util.List;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.opentest4j.*;

/** Implements {@link CloudsecFake}. */
final class CloudsecExtension implements BeforeAllCallback, ParameterResolver, TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler, InvocationInterceptor, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(CloudsecExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        // A broken setup fails a class once.
        fakeOf(context);
    }

    /** The fake of the run. @throws ExtensionConfigurationException if there is none */
    private static Fake fakeOf(ExtensionContext context) {
        ExtensionContext.Store store = context.getRoot().getStore(NAMESPACE);
        return store.getOrComputeIfAbsent("run", key -> new Run(context::getConfigurationParameter), Run.class).fake();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return List.of(CloudsecSandbox.class, Fake.class).contains(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        try {
            Fake fake = fakeOf(context);
            if (parameter.getParameter().getType() == Fake.class) return fake;
            if (context.getTestMethod().isEmpty()) throw Fake.broken("only tests, @BeforeEach and @AfterEach have a sandbox");
            if (testOf(context) == null) context.getStore(NAMESPACE).put("test", new TestSandbox(fake, context));
            return testOf(context).sandbox;
        } catch (ExtensionConfigurationException e) {
            // JUnit would prefix the message of any other exception.
            ParameterResolutionException broken = new ParameterResolutionException(e.getMessage());
            broken.setStackTrace(e.getStackTrace());
            throw broken;
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw withRequests(context, thrown);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw withRequests(context, thrown);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw withRequests(context, thrown);
    }

    @Override
    public void interceptDynamicTest(Invocation<Void> invocation, DynamicTestInvocationContext dynamic, ExtensionContext context)
            throws Throwable {
        try {
            invocation.proceed();
        } catch (Throwable thrown) {
            throw withRequests(context, thrown);
        }
    }

    private static Throwable withRequests(ExtensionContext context, Throwable thrown) {
        TestSandbox test = testOf(context);
        if (test == null || thrown instanceof TestAbortedException || thrown instanceof VirtualMachineError) return thrown;
        test.isFailed = true;
        return Report.extend(thrown, test.report());
    }

    /** The sandbox of a test; null if it took none. */
    private static TestSandbox testOf(ExtensionContext context) {
        return context.getStore(NAMESPACE).get("test", TestSandbox.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TestSandbox test = testOf(context);
        Throwable thrown = context.getExecutionException().orElse(null);
        boolean isAborted = thrown instanceof TestAbortedException;
        if (test == null || test.isFailed || (thrown != null && !isAborted)) return;
        List<String> broken = isAborted ? List.of() : test.broken();
        if (broken.isEmpty()) {
            test.giveBack();
            return;
        }
        AssertionFailedError failure = new AssertionFailedError(String.join("\n", broken) + "\n\n" + test.report());
        failure.setStackTrace(new StackTraceElement[0]);
        throw failure;
    }
}
